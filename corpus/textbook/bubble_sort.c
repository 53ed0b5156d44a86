/* Bubble sort, which stops as soon as a round exchanges nothing. */
#include <stddef.h>

void bubble_sort(int *values, size_t n) {
    int is_sorted = 0;

    while (!is_sorted && n > 1) {
        is_sorted = 1;
        for (size_t i = 1; i < n; i++) {
            if (values[i - 1] > values[i]) {
                int value = values[i];
                values[i] = values[i - 1];
                values[i - 1] = value;
                is_sorted = 0;
            }
        }
        n--;
    }
}
