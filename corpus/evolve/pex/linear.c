/* Whether 3x + 27 is 153. */
#include "symir.h"

/* All numbers, or those of a range. */
#ifdef RANGE
#define NUMBER(name) symir_range(-RANGE, RANGE - 1, name)
#else
#define NUMBER(name) symir_int(name)
#endif

int is_solution(int x) {
    if (3 * (long)x + 27 == 153)
        return 1;
    return 0;
}

int main(void) {
    int x = NUMBER("x");
    SYMIR_TEST(is_solution, x);
}
