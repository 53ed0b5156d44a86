/* symir: -O 2 */
/* Shifts that the source asks for are looked at in optimised code too, those that it guards are not errors. */
#include "symir.h"

static unsigned guarded(unsigned x, unsigned n) {
    return n < 32 ? x << n : 7;
}

static unsigned bare(unsigned x, unsigned n) {
    return x >> n;
}

int main(void) {
    unsigned x = symir_uint("x"), n = symir_uint("n");
    SYMIR_TEST(guarded, x, n);
    SYMIR_TEST(bare, x, n);
}
