/* Divides by zero on one path: when the divisor is 0 and the mode is 2. */
#include "symir.h"

static int share(int amount, int people, int mode) {
    if (mode == 0)
        return amount;
    if (mode == 1)
        return people;
    if (people < 0)
        return -1;
    return amount / people;
}

int main(void) {
    int amount = symir_range(0, 100, "amount");
    int people = symir_range(-10, 10, "people");
    int mode = symir_range(0, 2, "mode");

    SYMIR_TEST(share, amount, people, mode);
}
