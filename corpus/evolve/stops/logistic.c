/* A population after a thousand generations: it dies out, settles, swings or does neither. */
#include "symir.h"
#include <math.h>

int fate(double growth) {
    double x = 0.4;
    if (!(growth > 0 && growth <= 4))
        return -1;
    for (int i = 0; i < 1000; i++)
        x = growth * x * (1 - x);
    double next = growth * x * (1 - x), after = growth * next * (1 - next);
    if (x < 0.01)
        return 0;
    if (fabs(next - x) < 1e-6)
        return 1;
    return fabs(after - x) < 1e-6 ? 2 : 3;
}

int main(void) {
    double growth = symir_double("growth");
    SYMIR_TEST(fate, growth);
}
