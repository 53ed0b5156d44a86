/* A function that no solver knows: its argument becomes one value, which the summary counts. */
#include "symir.h"
#include <math.h>

int positive(double x) {
    return sin(x) >= 0;
}

int main(void) {
    double x = symir_double("x");
    symir_assume(x > 1 && x < 2);
    SYMIR_TEST(positive, x);
}
