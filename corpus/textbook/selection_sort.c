/* Selection sort: the least of the rest comes next. */
#include <stddef.h>

static size_t least(const int *values, size_t begin, size_t n) {
    size_t best = begin;

    for (size_t i = begin + 1; i < n; i++) {
        if (values[i] < values[best])
            best = i;
    }
    return best;
}

void selection_sort(int *values, size_t n) {
    for (size_t i = 0; i + 1 < n; i++) {
        size_t best = least(values, i, n);

        if (best != i) {
            int value = values[i];
            values[i] = values[best];
            values[best] = value;
        }
    }
}
