/* Shell sort: insertion sort over gaps that shrink by half. */
#include <stddef.h>

void shell_sort(int *values, size_t n) {
    for (size_t gap = n / 2; gap > 0; gap /= 2) {
        for (size_t i = gap; i < n; i++) {
            int value = values[i];
            size_t place = i;

            for (; place >= gap && values[place - gap] > value; place -= gap)
                values[place] = values[place - gap];
            values[place] = value;
        }
    }
}
