/* Paths that depend on where objects lie: the low bits of the addresses of a local variable, a global one, a constant,
   one on the heap, and a copy of a structure that is passed on the stack. */
#include "symir.h"
#include <stdint.h>
#include <stdlib.h>

struct large {
    char bytes[40];
};

static char before[3], table[5], behind[7];
static const char word[] = "odd";

/* How many steps it takes to come to an address that is a multiple of `n`. */
static int steps(const char *at, unsigned n) {
    int count = 0;

    while ((uintptr_t)at++ % n)
        count++;
    return count;
}

static int of_copy(char first, struct large copy, char last, struct large other) {
    return steps(copy.bytes + first, 16) * 16 + steps(other.bytes + last, 16);
}

int main(void) {
    char flag = 0, local[3] = {0};
    char *heap = malloc(3);
    struct large large = {{0}};
    int offset = symir_range(0, 2, "offset");

    SYMIR_TEST(steps, local + offset, 8);
    SYMIR_TEST(steps, &flag, 16);
    SYMIR_TEST(steps, table + offset, 16);
    SYMIR_TEST(steps, before + offset, 8);
    SYMIR_TEST(steps, behind + offset, 16);
    SYMIR_TEST(steps, word + offset, 16);
    SYMIR_TEST(steps, heap + offset, 16);
    SYMIR_TEST(of_copy, (char)offset, large, (char)offset, large);
    free(heap);
}
