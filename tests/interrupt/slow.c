/* Paths end soon, and natively each takes as long as it may. */
#include "symir.h"

static int wait(unsigned n) {
    volatile unsigned long spent = 0;

    if (n < 50)
        for (unsigned i = 0; i < 50; i++)
            if (n == i)
                while (spent < 4000000000ul)
                    spent++;
    return 1;
}

int main(void) {
    unsigned n = symir_uint("n");

    SYMIR_TEST(wait, n);
}
