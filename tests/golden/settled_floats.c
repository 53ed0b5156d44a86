/* A float that a path leaves only one value is computed with as a number. */
#include "symir.h"

static int halved(double d) {
    if (d != 2.5)
        return 0;
    for (int i = 0; i < 50; i++)
        d = d > 1 ? d / 3 : d * 2;
    return d > 1;
}

int main(void) {
    SYMIR_TEST(halved, symir_double("d"));
    return 0;
}
