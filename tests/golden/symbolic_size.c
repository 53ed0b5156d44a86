/* The sizes of an allocation: each up to a limit, one above it, and one that no machine has. */
#include "symir.h"
#include <stdlib.h>
#include <string.h>

int allocate(unsigned long size) {
    char *p = malloc(size);

    if (!p)
        return -1;
    if (size > 2)
        p[2] = 'x';
    free(p);
    return size > 2;
}

int copy(unsigned char size) {
    char from[4] = "abc", to[3] = "";

    memcpy(to, from, size);
    return to[0];
}

int main(void) {
    unsigned long size = symir_ulong("size");
    unsigned char small = symir_uchar("small");
    symir_assume(size < 4 || size > 70000);
    SYMIR_TEST(allocate, size);
    if (size == 0)
        SYMIR_TEST(copy, small);
}
