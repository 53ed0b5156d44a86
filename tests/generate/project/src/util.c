#include "limits_of.h"

/* The nearest number between two others. */
int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

static int half(int value) {
    return value / 2;
}

int halve(int value) {
    if (value > LARGE)
        return half(value);
    return value;
}
