/* Classifies numbers as a physicist would: comparisons, conversions and one division of doubles. */
#include "symir.h"
#include <math.h>

int classify(double x, float y)
{
    if (isnan(x) || isnan(y))
        return 0;
    if (isinf(x))
        return x > 0 ? 1 : 2;
    if (fabs(x) < 2.2250738585072014e-308)
        return x == 0 ? 3 : 4;
    if (x > 1 && x < 2 && (double)y > x)
        return 5;
    if ((int)y == 12 && y != 12.0f)
        return 6;
    return x / 3.0 == 1.5 ? 7 : 8;
}

int main(void)
{
    double x = symir_double("x");
    float y = symir_float("y");
    SYMIR_TEST(classify, x, y);
}
