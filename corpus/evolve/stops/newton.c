/* A root by iteration to convergence. */
#include "symir.h"

int root_class(double x) {
    double root = 1;
    if (!(x > 0) || x > 1e6)
        return -1;
    for (int i = 0; i < 60; i++)
        root = (root + x / root) / 2;
    if (root > 30)
        return 3;
    if (root > 5)
        return 2;
    return root < 0.5 ? 0 : 1;
}

int main(void) {
    double x = symir_double("x");
    SYMIR_TEST(root_class, x);
}
