/* Conditions of several parts, on one line and over several lines. */
#include "symir.h"
#include <stdbool.h>

static bool between(int low, int n, int high) {
    return low <= n && n <= high;
}

static int sign(int n) { return n < 0 ? -1 : n > 0 ? 1 : 0; }

int logic(int a, int b, int c) {
    int result = 0;

    if (a > 0 && b > 0 && c > 0) result |= 1;
    if (a > 0
        || b > 0
        || c > 0)
        result |= 2;
    if (!(a && b) || c) { result |= 4; } else { result |= 8; }
    result |= between(-3, a, 3) << 4;
    bool all = a == b &&
               b == c &&
               (a > 10 ||
                a < -10);
    result |= all ? 32
                  : 64;
    while (a > 0 && a < 3 && b != 1) a++;
    return result * sign(c);
}

int main(void) {
    int a = symir_int("a");
    int b = symir_int("b");
    int c = symir_int("c");

    SYMIR_TEST(logic, a, b, c);
}
