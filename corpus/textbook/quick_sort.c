/* Quicksort with the last value as the pivot. */
#include <stddef.h>

static void swap(int *a, int *b) {
    int value = *a;

    *a = *b;
    *b = value;
}

static size_t partition(int *values, size_t n) {
    int pivot = values[n - 1];
    size_t place = 0;

    for (size_t i = 0; i + 1 < n; i++) {
        if (values[i] < pivot)
            swap(&values[i], &values[place++]);
    }
    swap(&values[place], &values[n - 1]);
    return place;
}

void quick_sort(int *values, size_t n) {
    size_t place;

    if (n < 2)
        return;
    place = partition(values, n);
    quick_sort(values, place);
    quick_sort(values + place + 1, n - place - 1);
}
