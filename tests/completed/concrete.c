/* Instructions and a function that only the machine knows, with branches behind them. */
#include "symir.h"
#include <emmintrin.h>
#include <stdlib.h>

static int mix(unsigned n, float f, int other) {
    unsigned sum = 7;
    unsigned short control = 0;
    int rounded;

    __asm__("crc32l %1, %0" : "+r"(sum) : "r"(n));
    __asm__("fnstcw %0" : "=m"(control));
    rounded = _mm_cvtsi128_si32(_mm_cvtps_epi32(_mm_set1_ps(f)));
    if (other > 5)
        return sum > 100 ? control : 7;
    if (rounded == 0 && other == -3)
        return a64l("2/") == 68 ? 4 : 5;
    return other == 0;
}

int main(void) {
    unsigned n = symir_uint("n");
    float f = symir_float("f");
    int other = symir_int("other");

    symir_assume(n > 3);
    SYMIR_TEST(mix, n, f, other);
}
