/* Loops for ever when n is 3; the other paths end. */
#include "symir.h"

static int count_down(unsigned int n) {
    int steps = 0;

    if (n > 3)
        return -1;
    while (n != 0) {
        if (n != 3)
            n--;
        steps++;
        if (steps > 10)
            steps = 0;
    }
    return steps;
}

int main(void) {
    unsigned int n = symir_uint("n");

    SYMIR_TEST(count_down, n);
}
