/* A state machine that a thousand steps drive. */
#include "symir.h"

int lamp(unsigned seed) {
    int state = 0, n_red = 0;
    for (int i = 0; i < 1000; i++) {
        seed = seed * 1103515245u + 12345u;
        switch (state) {
        case 0:
            state = seed >> 16 & 1;
            break;
        case 1:
            state = seed >> 17 & 1 ? 2 : 0;
            break;
        default:
            n_red++;
            state = 0;
        }
    }
    if (n_red > 220)
        return 2;
    return n_red < 170 ? 1 : 0;
}

int main(void) {
    unsigned seed = symir_uint("seed");
    SYMIR_TEST(lamp, seed);
}
