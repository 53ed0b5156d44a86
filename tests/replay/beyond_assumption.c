/* An assumption excludes the path's inputs beyond where a budget ends it. */
#include "symir.h"

static int give(unsigned x) {
    return (int)x;
}

int main(void) {
    unsigned x = symir_uint("x"), y = 0;

    for (unsigned i = 0; i < 100000; i++)
        y = y * 31 + i;
    symir_assume(x != 0);
    SYMIR_TEST(give, x);
}
