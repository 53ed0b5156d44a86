/* No sanitizer looks at the elements of a vector, so that the native run of the error proves nothing. */
#include "symir.h"

typedef int four __attribute__((vector_size(16)));

static int shifted(int first, int by) {
    four numbers = {first, 2, 3, 4};
    four distances = {by, 0, 0, 0};

    return (numbers << distances)[0];
}

int main(void) {
    int first = symir_int("first"), by = symir_int("by");

    symir_assume(first > 0 && by >= 0 && by < 40);
    SYMIR_TEST(shifted, first, by);
    return 0;
}
