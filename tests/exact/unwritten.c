/* What was never written is the cause, though addresses are what it happens to hold. */
#include "symir.h"

static void leave_addresses(void) {
    void *volatile left[32];

    for (int i = 0; i < 32; i++)
        left[i] = (char *)&left[i] + 8;
}

static int read_it(char x) {
    int numbers[4];

    if (x == 'a')
        numbers[0] = 1;
    return numbers[0] > 3 ? 2 : numbers[0];
}

static int after_others(char x) {
    leave_addresses();
    return read_it(x);
}

int main(void) {
    char x = symir_char("x");
    SYMIR_TEST(after_others, x);
}
