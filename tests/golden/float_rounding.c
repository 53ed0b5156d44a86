/* Rounding to integers, minima, fused products of symbolic floats. */
#include "symir.h"
#include <math.h>

int is_half(float x) {
    if (!(fabsf(x) < 100))
        return -1;
    if (floorf(x) == x)
        return 0;
    return roundf(x) - rintf(x) != 0;
}

int least(double x, double y) {
    return fmin(x, y) == x ? 1 : fmax(x, y) == x ? 2 : 3;
}

int main(void) {
    float x = symir_float("x");
    SYMIR_TEST(is_half, x);
    double y = symir_double("y"), z = symir_double("z");
    SYMIR_TEST(least, y, z);
}
