/* What math.h knows of a symbolic double. */
#include "symir.h"
#include <math.h>

const char *kind(double x) {
    switch (fpclassify(x)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return signbit(x) ? "-inf" : "inf";
    case FP_ZERO: return signbit(x) ? "-0" : "0";
    case FP_SUBNORMAL: return "subnormal";
    default: return "normal";
    }
}

int main(void) {
    double x = symir_double("x");
    SYMIR_TEST(kind, x);
}
