/* Calls within calls, recursion, functions through pointers, and functions that are never called. */
#include "symir.h"

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int larger(int a, int b) { if (a > b) return a; return b; }

static int apply(operation *what, int a, int b) {
    return what(a,
                b);
}

static int depth(int n) {
    return n <= 0
        ? 0
        : 1 + depth(n - 1);
}

static void nothing(void) {
}

static int unused(int n) {
    if (n > 3)
        return 1;
    return 0;
}

int calls(int a, int b) {
    int x = add(larger(a, b),
                add(a, b)) +
            larger(add(a, 1),
                   b);
    nothing();
    if (a == 1000 && a == 2000)
        return unused(a);
    return x + apply(a < 0 ? add : larger, a,
                     b) + depth(b);
}

int main(void) {
    int a = symir_range(-2, 2, "a");
    int b = symir_range(0, 3, "b");

    SYMIR_TEST(calls, a, b);
}
