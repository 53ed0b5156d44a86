/* Inputs within a range are its first and its last value once, results of all kinds occur, and factors are not one. */
#include "symir.h"

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

static int days_in(int month) {
    if (month < 1 || month > 12)
        return -1;
    return month == 2 ? 28 : 30;
}

static int absolute(short number) {
    return number < 0 ? -number : number;
}

static unsigned common(unsigned a, unsigned b) {
    while (b != 0 && b < 100) {
        unsigned rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

int main(void) {
    switch (symir_range(0, 3, "which")) {
    case 0: SYMIR_TEST(is_upper, symir_char("c")); break;
    case 1: SYMIR_TEST(days_in, symir_int("month")); break;
    case 2: SYMIR_TEST(absolute, symir_short("number")); break;
    default: {
        unsigned a = symir_range(0, 9, "a"), b = symir_range(0, 9, "b");

        SYMIR_TEST(common, a, b);
    }
    }
    return 0;
}
