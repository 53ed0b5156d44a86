#include "symir.h"
#include "../compare_doubles.c"

int main(void) {
    double *a = symir_pointer(double, "a");
    double *b = symir_pointer(double, "b");

    symir_assume(a != NULL);
    symir_assume(b != NULL);
    SYMIR_TEST(compare_doubles, a, b);
    return 0;
}
