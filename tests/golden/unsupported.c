/* Inline assembly, which symir does not execute, on the path of x == 1. */
#include "symir.h"

static unsigned int identify(int x) {
    unsigned int sum = 7;

    if (x < 0)
        return 0;
    if (x != 1)
        return 1;
    __asm__("crc32l %1, %0" : "+r"(sum) : "r"(x));
    return sum;
}

int main(void) {
    int x = symir_int("x");

    SYMIR_TEST(identify, x);
}
