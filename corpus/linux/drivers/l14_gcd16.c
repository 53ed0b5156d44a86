/* gcd of two numbers of 16 bits. */
#include <linux/gcd.h>
#include "symir.h"

int main(void) {
    unsigned short a = symir_ushort("a");
    unsigned short b = symir_ushort("b");

    SYMIR_TEST(gcd, a, b);
}
