/* Many paths, each of which ends at what symir does not know. */
#include "symir.h"

static unsigned mix(unsigned char n) {
    unsigned sum = 0;

    switch (n & 63) {
#define CASE(at) case at: sum = at * 3; break;
#define EIGHT(at) CASE(at) CASE(at + 1) CASE(at + 2) CASE(at + 3) CASE(at + 4) CASE(at + 5) CASE(at + 6) CASE(at + 7)
        EIGHT(0) EIGHT(8) EIGHT(16) EIGHT(24) EIGHT(32) EIGHT(40) EIGHT(48) EIGHT(56)
    }
    __asm__("crc32l %1, %0" : "+r"(sum) : "r"((unsigned)n & 63));
    return sum;
}

int main(void) {
    unsigned char n = symir_uchar("n");

    SYMIR_TEST(mix, n);
}
