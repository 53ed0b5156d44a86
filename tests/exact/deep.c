/* The stack has room for as many calls as natively: 100,000 of small ones, not a million. */
#include "symir.h"

static int count(int n) {
    int one = 1;

    return n == 0 ? 0 : one + count(n - 1);
}

static int descend(int kind) {
    return kind == 1 ? count(100000) / 1000 : kind == 2 ? count(1000000) / 1000 : 0;
}

int main(void) {
    int kind = symir_int("kind");
    SYMIR_TEST(descend, kind);
}
