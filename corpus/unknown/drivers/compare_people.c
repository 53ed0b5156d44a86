#include "symir.h"
#include "../compare_people.c"

int main(void) {
    struct person *a = symir_pointer(struct person, "a");
    struct person *b = symir_pointer(struct person, "b");

    symir_assume(a != NULL);
    symir_assume(b != NULL);
    SYMIR_TEST(compare_ages, a, b);
    return 0;
}
