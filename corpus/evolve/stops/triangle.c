/* Triangles by Heron's formula and the cosine of an angle. */
#include "symir.h"
#include <math.h>

int triangle(double a, double b, double c) {
    if (!(a > 0 && b > 0 && c > 0) || a > 1e6 || b > 1e6 || c > 1e6)
        return -1;
    if (a + b <= c || b + c <= a || a + c <= b)
        return 0;
    double half = (a + b + c) / 2, area = sqrt(half * (half - a) * (half - b) * (half - c));
    double angle = acos((a * a + b * b - c * c) / (2 * a * b));
    if (fabs(angle - 1.5707963267948966) < 1e-9)
        return 3;
    if (area > 1000 && area < 1001)
        return 2;
    return 1;
}

int main(void) {
    double a = symir_double("a"), b = symir_double("b"), c = symir_double("c");
    SYMIR_TEST(triangle, a, b, c);
}
