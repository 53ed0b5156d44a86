/* Concrete long doubles are computed in the x87's 80 bits. */
#include "symir.h"
#include <math.h>
#include <string.h>

unsigned long mantissa(long double x) {
    unsigned long bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

unsigned long third(int n) { return mantissa(1.0L / n); }
unsigned long root(int n) { return mantissa(sqrtl(n)); }
unsigned long rest(int n) { return mantissa(fmodl(n + 0.1L, 0.3L)); }
long nearest(int n) { return lrintl(n / 2.0L); }
double narrow(int n) { return (double)(1 + n * 0x1p-60L); }
double sine(int n) { return (double)sinl(n); }

int main(void) {
    SYMIR_TEST(third, 3);
    SYMIR_TEST(root, 2);
    SYMIR_TEST(rest, 5);
    SYMIR_TEST(nearest, 5);
    SYMIR_TEST(narrow, 1);
    SYMIR_TEST(sine, 1);
}
