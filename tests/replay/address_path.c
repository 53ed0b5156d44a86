/* Another path at every address. */
#include "symir.h"

static int place;

static int walk(void) {
    unsigned long steps = (unsigned long)&place >> 12 & 0xffff;
    int n = 0;

    while (steps > 0) {
        steps--;
        n++;
    }
    return n;
}

int main(void) {
    SYMIR_TEST(walk);
}
