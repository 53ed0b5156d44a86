/* A line or a side for each reason that has to do with the program alone. */
#include "symir.h"
#include <stdlib.h>

static int only_for_large(int n) { return n + 1; }

static int step(int n) {
    if (n > 100)
        return only_for_large(n);
    return n;
}

static int give_up(int n) {
    if (n == 1)
        abort();
    return n;
}

int uncovered(int a, int b) {
    int result = 0;
    int debug = 0;

    if (a > 10 && a < 5)
        result = 1;
    if (debug)
        result = 2;
    if (a == b) {
        if (b - a > 0)
            result = 3;
        else if (a == 5)
            result = 4;
    }
    if (a == 20) {
        give_up(1);
        result = 5;
        if (b == 3)
            result = 6;
    }
    return result + step(a > 50 ? 50 : a);
}

int main(void) {
    int a = symir_int("a");
    int b = symir_int("b");

    symir_assume(a != 5);
    SYMIR_TEST(uncovered, a, b);
}
