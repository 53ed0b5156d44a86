#include "symir.h"
#include "../compare_strings.c"

int main(void) {
    char * *a = symir_pointer(char *, "a");
    char * *b = symir_pointer(char *, "b");

    symir_assume(a != NULL);
    symir_assume(b != NULL);
    SYMIR_TEST(compare_strings, a, b);
    return 0;
}
