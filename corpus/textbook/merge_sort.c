/* Merge sort from the top, with one piece of spare memory. */
#include <stdlib.h>
#include <string.h>

static void merge(int *values, size_t middle, size_t n, int *spare) {
    size_t left = 0, right = middle;

    for (size_t i = 0; i < n; i++) {
        if (right == n || (left < middle && values[left] <= values[right]))
            spare[i] = values[left++];
        else
            spare[i] = values[right++];
    }
    memcpy(values, spare, n * sizeof *values);
}

static void sort_part(int *values, size_t n, int *spare) {
    size_t middle = n / 2;

    if (n < 2)
        return;
    sort_part(values, middle, spare);
    sort_part(values + middle, n - middle, spare);
    merge(values, middle, n, spare);
}

/* Returns 0, or -1 if there is no memory. */
int merge_sort(int *values, size_t n) {
    int *spare;

    if (n < 2)
        return 0;
    spare = malloc(n * sizeof *spare);
    if (spare == NULL)
        return -1;
    sort_part(values, n, spare);
    free(spare);
    return 0;
}
