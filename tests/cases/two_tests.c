/* Two tested calls in one program; the second uses what the first has left. */
#include "symir.h"

static int total;

static int add(int amount) {
    if (amount < 0)
        return -1;
    total += amount;
    return total;
}

static bool is_empty(void) {
    return total == 0;
}

int main(void) {
    int amount = symir_range(-5, 5, "amount");

    SYMIR_TEST(add, amount);
    SYMIR_TEST(is_empty);
}
