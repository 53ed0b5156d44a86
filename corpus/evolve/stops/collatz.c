/* Steps of a sequence that has no formula. */
#include "symir.h"

int steps_class(unsigned n) {
    int steps = 0;
    if (n == 0 || n > 100000)
        return -1;
    while (n != 1 && steps < 1000) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    if (steps > 150)
        return 2;
    return steps > 100 ? 1 : 0;
}

int main(void) {
    unsigned n = symir_uint("n");
    SYMIR_TEST(steps_class, n);
}
