/* A library of the user's: each call gives another number. */
#include <stdlib.h>
#include <time.h>

int sensor_read(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int)(now.tv_nsec % 1000) + 1;
}
