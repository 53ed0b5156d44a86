/* Quickselect: the value that would stand at a place if the array were sorted. Returns 0 if there is no such place. */
#include <stddef.h>

static size_t partition(int *values, size_t begin, size_t end) {
    int pivot = values[end - 1];
    size_t place = begin;

    for (size_t i = begin; i < end; i++) {
        if (values[i] < pivot || i == end - 1) {
            int value = values[i];

            values[i] = values[place];
            values[place++] = value;
        }
    }
    return place - 1;
}

int quick_select(int *values, size_t n, size_t k, int *result) {
    size_t begin = 0, end = n;

    while (k >= begin && k < end) {
        size_t place = partition(values, begin, end);

        if (place == k) {
            *result = values[k];
            return 1;
        }
        if (place < k)
            begin = place + 1;
        else
            end = place;
    }
    return 0;
}
