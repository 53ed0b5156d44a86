/* A function of two integers with several branches. */
#include "symir.h"

static int compare(int a, int b) {
    if (a == b)
        return 0;
    if (a < 0 && b > 0)
        return -2;
    if (a > 0 && b < 0)
        return 2;
    return a < b ? -1 : 1;
}

int main(void) {
    int a = symir_int("a");
    int b = symir_int("b");

    SYMIR_TEST(compare, a, b);
}
