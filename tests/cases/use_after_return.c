/* Reads a local variable of a function that has returned, when x is 7. */
#include "symir.h"

static int seven = 7;

static int *pointer_to(int x) {
    int local = x;
    int *volatile result = &seven; /* volatile: compilers see through a plain one */

    if (x == 7)
        result = &local;
    return result;
}

static int read_back(int x) {
    return *pointer_to(x);
}

int main(void) {
    int x = symir_int("x");

    SYMIR_TEST(read_back, x);
}
