/* Numbers by their smallest factor. */
#include "symir.h"

int factor_class(unsigned n) {
    unsigned factor = 2;
    if (n < 1000 || n > 2000000)
        return -1;
    while (factor * factor <= n && n % factor != 0)
        factor++;
    if (factor * factor == n)
        return 3;
    if (factor * factor > n)
        return 2;
    return factor > 500 ? 1 : 0;
}

int main(void) {
    unsigned n = symir_uint("n");
    SYMIR_TEST(factor_class, n);
}
