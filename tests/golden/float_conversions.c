/* Between formats and integers; where an integer does not fit, the processor's choice is seen. */
#include "symir.h"

int whole(double x) {
    int n = (int)x;
    if (n == x)
        return 1;
    return n == -2147483647 - 1 ? 2 : 0;
}

int fits_single(int n) {
    if ((int)(float)n == n)
        return 1;
    symir_assert(n > 1 << 24 || n < -(1 << 24));
    return 0;
}

/* Through the 80 bits of the x87. */
int halves(double x) {
    long double half = (long double)x / 2;
    if ((double)half * 2 == x)
        return 1;
    symir_assert(x < 1e-300 || x != x);
    return 0;
}

int main(void) {
    double x = symir_double("x");
    SYMIR_TEST(whole, x);
    if (symir_bool("narrow")) {
        int n = symir_int("n");
        SYMIR_TEST(fits_single, n);
    } else {
        symir_assume(x > 0);
        SYMIR_TEST(halves, x);
    }
}
