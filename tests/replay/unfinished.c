/* Long for symir, short natively. */
#include "symir.h"

static unsigned collatz(unsigned n) {
    unsigned steps = 0;
    while (n > 1 && steps < 500000) {
        n = n % 2 ? n * 3 + 1 : n / 2;
        if (n == 1)
            n = 27;
        steps++;
    }
    return steps;
}

int main(void) {
    SYMIR_TEST(collatz, 27);
}
