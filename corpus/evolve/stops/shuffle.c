/* A generator of random numbers is asked a hundred times. */
#include "symir.h"

int draw(unsigned seed) {
    unsigned long state = seed * 2654435769u | 1;
    unsigned n_high = 0;
    for (int i = 0; i < 100; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        n_high += state >> 63;
    }
    if (n_high >= 63)
        return 2;
    if (n_high <= 38)
        return 1;
    return (state & 0xfff) == 0x123 ? 3 : 0;
}

int main(void) {
    unsigned seed = symir_uint("seed");
    SYMIR_TEST(draw, seed);
}
