/* A test for each of a thousand values and more. */
#include "symir.h"

static int count(unsigned n) {
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += (int)i;
    return sum;
}

int main(void) {
    unsigned n = symir_choose(1100, "n");
    SYMIR_TEST(count, n);
}
