/* A budget ends the path within a call that has changed memory by then. */
#include "symir.h"

struct tally {
    unsigned odd, even;
};

static unsigned walk(unsigned n, struct tally *tally) {
    unsigned steps = 0;

    while (n > 1 && steps < 5000) {
        tally->odd += n % 2;
        tally->even += n % 2 == 0;
        n = n % 2 ? n * 3 + 1 : n / 2;
        if (n == 1)
            n = 27;
        steps++;
    }
    return steps;
}

int main(void) {
    struct tally tally = {0, 0};

    SYMIR_TEST(walk, 27, &tally);
}
