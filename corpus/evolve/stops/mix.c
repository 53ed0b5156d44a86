/* A product of two words that is mixed and compared. */
#include "symir.h"

unsigned mix(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

int is_lucky(unsigned x, unsigned y) {
    unsigned hash = mix(x) ^ mix(y + 0x9e3779b9u);
    if (hash % 1009 == 7)
        return hash % 31 == 3 ? 2 : 1;
    return 0;
}

int main(void) {
    unsigned x = symir_uint("x"), y = symir_uint("y");
    SYMIR_TEST(is_lucky, x, y);
}
