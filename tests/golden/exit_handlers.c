/* Handlers run at the end, the last first, and what they do is found. */
#include "symir.h"
#include <stdlib.h>

static int *place;

static void last(void) {
    if (place)
        *place = 1;
}

static void first(void) {
    place = NULL;
}

int prepare(int both) {
    place = (int *)8;
    atexit(last);
    if (both)
        atexit(first);
    return 0;
}

int main(void) {
    int both = symir_int("both");
    SYMIR_TEST(prepare, both);
}
