/* Years until money has doubled, by exp and log. */
#include "symir.h"
#include <math.h>

int doubling(double rate) {
    if (!(rate > 0) || rate > 1)
        return -1;
    double years = log(2) / log(1 + rate);
    if (exp(years * rate) > 2.5)
        return 2;
    if (years > 50)
        return 1;
    return 0;
}

int main(void) {
    double rate = symir_double("rate");
    SYMIR_TEST(doubling, rate);
}
