/* Branches on symbolic doubles: the number of real roots of x² + px + q. */
#include "symir.h"

int n_roots(double p, double q) {
    double d = p * p / 4 - q;
    if (d != d)
        return -1;
    if (d < 0)
        return 0;
    return d == 0 ? 1 : 2;
}

int main(void) {
    double p = symir_double("p"), q = symir_double("q");
    SYMIR_TEST(n_roots, p, q);
}
