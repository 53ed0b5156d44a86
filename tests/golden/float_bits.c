/* symir: --explain */
/* Bits of an integer that are read as a float, and the other way round. */
#include "symir.h"
#include <math.h>
#include <string.h>

static double made(unsigned long bits) {
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static int compare(unsigned long b, float f) {
    int word;

    if (3.25 * made(b << 48) > 2.0)
        return 1;
    memcpy(&word, &f, sizeof word);
    if ((word >> 23) == 128)
        return 2;
    return fabsf(f) > 8.0f ? 3 : -f > 2.0f ? 4 : 5;
}

int main(void) {
    unsigned long b = symir_ulong("b");
    float f = symir_float("f");
    SYMIR_TEST(compare, b, f);
}
