/* symir: --target rare */
/* The one test that was asked for says nothing of the rest. */
#include "symir.h"

static int rare(int n) { return n - 1; }

int classify(int n) {
    if (n < 0)
        return -1;
    if (n == 1234)
        return rare(n);
    return n > 9 ? 2 : 1;
}

int main(void) {
    int n = symir_int("n");
    SYMIR_TEST(classify, n);
}
