/* A call of a function of the C library that symir has no model for. */
#include "symir.h"

extern long a64l(const char *digits);

int outside(int n, char c) {
    char digits[2] = { c, 0 };

    if (n > 0)
        return 1;
    if (a64l(digits) == 5)
        return 2;
    return 3;
}

int main(void) {
    int n = symir_int("n");
    char c = symir_char("c");

    SYMIR_TEST(outside, n, c);
}
