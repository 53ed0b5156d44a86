/* Calls itself; the tested call is the outermost one. */
#include "symir.h"

static unsigned int gcd(unsigned int a, unsigned int b) {
    if (b == 0)
        return a;
    return gcd(b, a % b);
}

int main(void) {
    unsigned int a = symir_choose(8, "a");
    unsigned int b = symir_choose(8, "b");

    SYMIR_TEST(gcd, a, b);
}
