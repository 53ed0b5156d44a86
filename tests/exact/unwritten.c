/* What was never written is the cause, though addresses are what it happens to hold. */
#include "symir.h"

static int read_it(char x) {
    int numbers[4];

    if (x == 'a')
        numbers[0] = 1;
    return numbers[0] > 3 ? 2 : numbers[0];
}

int main(void) {
    char x = symir_char("x");
    SYMIR_TEST(read_it, x);
}
