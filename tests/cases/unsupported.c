/* Inline assembly, which symir does not execute, on the path of x == 1. */
#include "symir.h"

static unsigned int identify(int x) {
    unsigned int a = 0, b, c = 0, d;

    if (x < 0)
        return 0;
    if (x != 1)
        return 1;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return b ^ d;
}

int main(void) {
    int x = symir_int("x");

    SYMIR_TEST(identify, x);
}
