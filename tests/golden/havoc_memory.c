/* symir: --externals havoc */
/* What a function without a body may have changed was not looked at: a side is not infeasible for that. */
#include "symir.h"

int read_value(int *to);

int use(int n) {
    int value = 0;

    if (read_value(&value) < 0)
        return -1;
    if (value > 100)
        return 1;
    return n > 5 ? 2 : 3;
}

int main(void) {
    int n = symir_int("n");
    SYMIR_TEST(use, n);
}
