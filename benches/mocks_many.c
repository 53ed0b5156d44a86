#include "symir.h"

#define PATHS @PATHS@

int mix(unsigned n) {
    unsigned sum = 0;
    unsigned place = 0;
    while (place < PATHS && place != n)
        place++;
    __asm__("crc32l %1, %0" : "+r"(sum) : "r"(n));
    return (int)(sum & 3);
}

int main(void) {
    unsigned n = symir_uint("n");
    symir_assume(n < PATHS);
    SYMIR_TEST(mix, n);
}
