#include "limits_of.h"

/* What both files have has another meaning here. */
int sign(int value) {
    if (value < 0)
        return -1;
    return value > 0;
}
