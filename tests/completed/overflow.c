/* Behind an instruction that symir does not know lies an error that only a sanitizer sees. */
#include "symir.h"

static int fill(unsigned n, char *to) {
    unsigned sum = 0;

    __asm__("crc32l %1, %0" : "+r"(sum) : "r"(n));
    to[4 + (sum & 0)] = 1;
    return to[0];
}

int main(void) {
    char four[4] = {1, 2, 3, 4};
    unsigned n = symir_uint("n");

    SYMIR_TEST(fill, n, four);
}
