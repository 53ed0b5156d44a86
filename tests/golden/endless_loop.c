/* Loops for ever when n is 3; the other paths end. */
#include "symir.h"

static int count_down(unsigned int n) {
    volatile int steps = 0; /* a loop without side effects may be optimised away */

    if (n > 3)
        return -1;
    while (n != 0) {
        if (n != 3)
            n--;
        steps = steps < 10 ? steps + 1 : 0;
    }
    return steps;
}

int main(void) {
    unsigned int n = symir_uint("n");

    SYMIR_TEST(count_down, n);
}
