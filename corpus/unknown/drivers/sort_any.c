#include "symir.h"
#include "../sort_any.c"

int main(void) {
    short *a = symir_pointer(short, "a");
    short *b = symir_pointer(short, "b");

    symir_assume(a != NULL);
    symir_assume(b != NULL);
    SYMIR_TEST(compare_shorts, a, b);
    return 0;
}
