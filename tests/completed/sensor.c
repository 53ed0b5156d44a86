/* Asks a library that symir cannot look into. */
#include "symir.h"

int sensor_read(void);

static int state(int limit) {
    int seen;

    if (limit < 0)
        return -1;
    seen = sensor_read();
    return seen * 2 + 1;
}

int main(void) {
    int limit = symir_range(-5, 5, "limit");

    SYMIR_TEST(state, limit);
}
