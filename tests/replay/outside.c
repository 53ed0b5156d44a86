/* Writes where it must not: the file that OUTSIDE names. */
#include "symir.h"
#include <stdio.h>

static int leak(int n) {
    FILE *file = n == 7 ? fopen(OUTSIDE, "w") : NULL;
    if (!file)
        return 0;
    fputs("out", file);
    fclose(file);
    return 1;
}

int main(void) {
    int n = symir_range(6, 7, "n");
    SYMIR_TEST(leak, n);
}
