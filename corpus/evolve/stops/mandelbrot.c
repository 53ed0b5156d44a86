/* How soon an iteration leaves a circle. */
#include "symir.h"

int colour(double re, double im) {
    double x = 0, y = 0;
    int n = 0;
    if (!(re > -2 && re < 2 && im > -2 && im < 2))
        return -1;
    while (n < 200 && x * x + y * y <= 4) {
        double next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
        n++;
    }
    if (n == 200)
        return 3;
    if (n > 40)
        return 2;
    return n > 5 ? 1 : 0;
}

int main(void) {
    double re = symir_double("re"), im = symir_double("im");
    SYMIR_TEST(colour, re, im);
}
