/* bsearch of an int in a sorted array of 10. */
#include <linux/bsearch.h>
#include "symir.h"

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

static int find(int key, const int *sorted) {
    const int *found = bsearch(&key, sorted, 10, sizeof *sorted, compare);

    return found ? (int)(found - sorted) : -1;
}

int main(void) {
    int sorted[10], key;

    for (int i = 0; i < 10; i++)
        sorted[i] = symir_int("sorted");
    key = symir_int("key");
    for (int i = 1; i < 10; i++)
        symir_assume(sorted[i - 1] < sorted[i]);
    SYMIR_TEST(find, key, sorted);
}
