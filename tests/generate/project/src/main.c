#include "limits_of.h"

int sign(int value);
int probe_sensor(int channel);

/* Of another file. */
int direction(int from, int to) {
    return sign(to > from ? 1 : to < from ? -1 : 0);
}

/* Of no file at all. */
int sample(int channel) {
    if (channel > 3)
        return -1;
    return probe_sensor(channel);
}
