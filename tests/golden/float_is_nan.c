/* The tests of math.h agree with comparisons, so that no assertion fails. */
#include "symir.h"
#include <math.h>

int kind(float x) {
    if (isnan(x)) {
        symir_assert(!(x == x) && !(x < 1) && !isfinite(x));
        return 0;
    }
    if (isinf(x)) {
        symir_assert(x - x != x - x);
        return 1;
    }
    symir_assert(isfinite(x) && x - x == 0);
    symir_assert(isnormal(x) || fabsf(x) < 1.2e-38f);
    return 2;
}

int main(void) {
    float x = symir_float("x");
    SYMIR_TEST(kind, x);
}
