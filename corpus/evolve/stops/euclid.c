/* How many steps Euclid's algorithm takes. */
#include "symir.h"

int steps(unsigned a, unsigned b) {
    int n = 0;
    if (a > 100000 || b > a)
        return -1;
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
        n++;
    }
    if (n > 14)
        return 2;
    if (a == 1729)
        return 3;
    return n > 6 ? 1 : 0;
}

int main(void) {
    unsigned a = symir_uint("a"), b = symir_uint("b");
    SYMIR_TEST(steps, a, b);
}
