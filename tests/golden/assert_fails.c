/* In numbers of four bits, -8 has no absolute value: 8 wraps to -8 again. */
#include "symir.h"

static int absolute(int x) {
    int result = x < 0 ? -x : x;

    if (result > 7)
        result -= 16;
    symir_assert(result >= 0);
    return result;
}

int main(void) {
    int x = symir_range(-8, 7, "x");

    SYMIR_TEST(absolute, x);
}
