/* Two loops, of which one takes longer than any budget. */
#include "symir.h"

int endless(unsigned n) {
    unsigned i = 0;

    if (n > 5) {
        for (;;) {
            i++;
            if (i == 4000000000u)
                break;
        }
        return 1;
    }
    while (i < n)
        i++;
    if (n == 7)
        return 2;
    return 0;
}

int main(void) {
    unsigned n = symir_uint("n");

    SYMIR_TEST(endless, n);
}
