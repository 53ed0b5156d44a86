/* symir: -- -fsanitize=shift,function */
/* What clang's own checks mean: a bit shifted out of a number, a function called as one of another type. */
#include "symir.h"

static int same(int x) {
    return x;
}

static int other(const char *text) {
    return text == 0;
}

static int check(int kind, int x, int n) {
    int (*function)(int) = kind == 1 ? (int (*)(int))other : same;

    if (kind < 2)
        return function(0);
    return x == 1 || x == -1 ? x << n : 0;
}

int main(void) {
    int kind = symir_range(0, 2, "kind"), x = symir_int("x"), n = symir_int("n");
    SYMIR_TEST(check, kind, x, n);
}
