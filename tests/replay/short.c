/* A path that does not come to its last input within a small budget. */
#include "symir.h"

static int sum(int n) {
    return n + symir_int("late");
}

int main(void) {
    int n = symir_int("early");

    for (volatile int at = 0; at < 1000000; at++)
        ;
    SYMIR_TEST(sum, n);
}
