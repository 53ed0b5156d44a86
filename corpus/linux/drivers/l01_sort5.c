/* sort of 5 ints. */
#include <linux/sort.h>
#include "symir.h"

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

int main(void) {
    int numbers[5];

    for (int i = 0; i < 5; i++)
        numbers[i] = symir_int("number");
    SYMIR_TEST(sort, numbers, 5, sizeof numbers[0], compare, NULL);
}
