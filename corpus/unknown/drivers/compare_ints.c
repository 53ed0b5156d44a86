#include "symir.h"
#include "../compare_ints.c"

int main(void) {
    int *a = symir_pointer(int, "a");
    int *b = symir_pointer(int, "b");

    symir_assume(a != NULL);
    symir_assume(b != NULL);
    SYMIR_TEST(compare_ints, a, b);
    return 0;
}
