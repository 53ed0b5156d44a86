/* Sorts three ints: one path for each order. */
#include "symir.h"
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

static int median(int *values) {
    qsort(values, 3, sizeof *values, ascending);
    return values[1];
}

int main(void) {
    int values[3];

    for (int i = 0; i < 3; i++)
        values[i] = symir_int("value");
    SYMIR_TEST(median, values);
}
