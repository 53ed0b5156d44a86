/* A semicolon is missing: clang's message must reach the user. */
#include "symir.h"

static int twice(int x) {
    return 2 * x
}

int main(void) {
    int x = symir_int("x");

    SYMIR_TEST(twice, x);
}
