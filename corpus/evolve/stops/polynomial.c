/* The roots of a polynomial of the third degree, by bisection. */
#include "symir.h"

int root(double a, double b) {
    double low = -100, high = 100;
    if (!(a >= 0 && a <= 50) || !(b >= -1000 && b <= 1000))
        return -1;
    for (int i = 0; i < 80; i++) {
        double middle = (low + high) / 2;
        if (middle * middle * middle + a * middle + b > 0)
            high = middle;
        else
            low = middle;
    }
    if (low > 9.5)
        return 3;
    if (low < -9.5)
        return 2;
    return low > -0.001 && low < 0.001 ? 1 : 0;
}

int main(void) {
    double a = symir_double("a"), b = symir_double("b");
    SYMIR_TEST(root, a, b);
}
