/* The first and the last place where a value could be inserted into a sorted array, and how often it is there. */
#include <stddef.h>

size_t lower_bound(const long *values, size_t n, long value) {
    size_t low = 0;

    while (low < n) {
        size_t middle = low + (n - low) / 2;

        if (values[middle] < value)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

size_t upper_bound(const long *values, size_t n, long value) {
    size_t low = 0;

    while (low < n) {
        size_t middle = low + (n - low) / 2;

        if (values[middle] <= value)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

size_t occurrences(const long *sorted, size_t n, long value) {
    size_t begin = lower_bound(sorted, n, value);
    size_t end = upper_bound(sorted, n, value);

    return end > begin ? end - begin : 0;
}
