/* What __builtin_unreachable promises is checked. */
#include "symir.h"

int promise(int x) {
    if (x == 3)
        __builtin_unreachable();
    return x > 3;
}

int main(void) {
    int x = symir_int("x");
    SYMIR_TEST(promise, x);
}
