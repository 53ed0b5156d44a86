/* What a path has left one value is a number from then on: terms do not grow with the steps of a loop. */
#include "symir.h"

static int steps(int c) {
    int n = 0;

    if (c != -5)
        return -1;
    for (int x = c; n < 2000; n++)
        x = x % 2 ? 3 * x + 1 : x / 2;
    return n;
}

static int remembered(unsigned c) {
    static unsigned x[4];

    if (c * 2 + 1 != 27)
        return 0;
    if (c > 1000)
        return 1;
    x[0] = c;
    for (unsigned i = 0; i < 2000; i++)
        x[(i + 1) % 4] = x[i % 4] * 31 % 1009;
    return (int)x[0];
}

int main(void) {
    int c = symir_int("c");
    unsigned u = symir_uint("u");

    if (c & 1)
        SYMIR_TEST(steps, c);
    else
        SYMIR_TEST(remembered, u);
}
