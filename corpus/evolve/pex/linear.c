/* Whether 3x + 27 is 153. */
#include "symir.h"

int is_solution(int x) {
    if ((int)(3u * (unsigned)x + 27) == 153)
        return 1;
    return 0;
}

int main(void) {
    int x = symir_int("x");
    SYMIR_TEST(is_solution, x);
}
