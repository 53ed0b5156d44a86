/* Each length of an array may be negative, also if the array has several. */
#include "symir.h"

static int first(int rows, int columns) {
    int table[rows][columns];

    table[0][0] = rows;
    return table[0][0] > 1;
}

int main(void) {
    int rows = symir_range(-1, 2, "rows"), columns = symir_range(-1, 2, "columns");

    symir_assume(rows != 0 && columns != 0);
    SYMIR_TEST(first, rows, columns);
    return 0;
}
