/* Whether 3x + 27 is 153. */
#include "symir.h"

int is_solution(int x) {
    if (3 * (long)x + 27 == 153)
        return 1;
    return 0;
}

int main(void) {
    int x = symir_int("x");
    SYMIR_TEST(is_solution, x);
}
