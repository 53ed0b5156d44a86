/* A question that solvers do not answer soon: the factors of a product of two primes. */
#include "symir.h"

static int factor(unsigned long a, unsigned long b) {
    if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 18446743979220271189ul)
        return 1;
    return 0;
}

int main(void) {
    unsigned long a = symir_ulong("a"), b = symir_ulong("b");

    SYMIR_TEST(factor, a, b);
}
