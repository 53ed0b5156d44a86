/* Whether xy - 37y + 71x - 2627 is 0, of numbers up to 100. */
#include "symir.h"

int is_root(int x, int y) {
    if (x * y - 37 * y + 71 * x - 2627 == 0)
        return 1;
    return 0;
}

int main(void) {
    int x = symir_range(0, 100, "x"), y = symir_range(0, 100, "y");
    SYMIR_TEST(is_root, x, y);
}
