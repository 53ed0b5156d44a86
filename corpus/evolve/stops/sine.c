/* A quadrant by sine and cosine. */
#include "symir.h"
#include <math.h>

int quadrant(double angle) {
    if (!(angle >= -100 && angle <= 100))
        return -1;
    double x = cos(angle), y = sin(angle);
    if (x > 0.5 && y > 0.5)
        return 1;
    if (x < -0.5 && y > 0.5)
        return 2;
    if (x < -0.5 && y < -0.5)
        return 3;
    return 0;
}

int main(void) {
    double angle = symir_double("angle");
    SYMIR_TEST(quadrant, angle);
}
