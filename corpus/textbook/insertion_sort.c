/* Insertion sort: each value is moved left to its place among those before it. */
#include <stddef.h>

void insertion_sort(int *values, size_t n) {
    for (size_t i = 1; i < n; i++) {
        int value = values[i];
        size_t place = i;

        while (place > 0 && values[place - 1] > value) {
            values[place] = values[place - 1];
            place--;
        }
        values[place] = value;
    }
}
