/* A question over floats that takes a solver long to translate, during which it does not listen. */
#include "symir.h"

static int meets(double a, double b, double c) {
    double left = a * a + b * b, right = c * c;

    for (int i = 0; i < 60; i++)
        left = left / (b + i) * (a + i) + c / (a - i);
    if (left == right && a > 3.7 && b > a && c < 100 && a * b * c / 3 > 1234.5 && a / b < c / (a + b))
        return 1;
    return 0;
}

int main(void) {
    double a = symir_double("a"), b = symir_double("b"), c = symir_double("c");

    SYMIR_TEST(meets, a, b, c);
}
