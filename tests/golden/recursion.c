/* Calls itself; the tested call is the outermost one. */
#include "symir.h"

static unsigned int gcd(unsigned int a, unsigned int b) {
    if (b == 0)
        return a;
    return gcd(b, a % b);
}

int main(void) {
    unsigned char a = symir_uchar("a");
    unsigned char b = symir_uchar("b");

    symir_assume(a < 8 && b < 8);
    SYMIR_TEST(gcd, a, b);
}
