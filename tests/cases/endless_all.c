/* No path ends: a test can only come from where the time limit met them. */
#include "symir.h"

static int spin(int x) {
    volatile int turns = 0;

    for (;;) {
        if (x > 0)
            turns = turns + 1;
        else
            turns = turns - 1;
        if (turns == 100 || turns == -100)
            turns = 0;
    }
    return turns;
}

int main(void) {
    int x = symir_int("x");

    SYMIR_TEST(spin, x);
}
