/* Does not end for one input. */
#include "symir.h"

static int spin(int n) {
    volatile int still = n;
    while (still == 7)
        ;
    return n;
}

int main(void) {
    int n = symir_range(6, 7, "n");
    SYMIR_TEST(spin, n);
}
