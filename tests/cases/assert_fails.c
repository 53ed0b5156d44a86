/* The absolute value of the smallest number is not positive: only -8 fails. */
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
