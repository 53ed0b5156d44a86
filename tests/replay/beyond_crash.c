/* Memory is misused beyond where a budget ends the path. */
#include "symir.h"

static int look(unsigned x) {
    volatile unsigned y = 0;
    int *nothing = 0;

    for (unsigned i = 0; i < 100000; i++)
        y = y * 31 + i;
    return x < 10 ? *nothing : 1;
}

int main(void) {
    unsigned x = symir_uint("x");

    SYMIR_TEST(look, x);
}
