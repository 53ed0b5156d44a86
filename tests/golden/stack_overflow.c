/* Recursion that does not end overflows the stack. */
#include "symir.h"

static int deeper(int n) {
    char local[4096];

    local[0] = (char)n;
    return deeper(n + 1) + local[0];
}

int start(int endless) {
    return endless ? deeper(0) : 0;
}

int main(void) {
    int endless = symir_int("endless");
    SYMIR_TEST(start, endless);
}
