/* The next permutation of an array in lexical order. Returns 0 at the last, and begins again. */
#include <stddef.h>

static void swap(int *a, int *b) {
    int value = *a;

    *a = *b;
    *b = value;
}

int next_permutation(int *values, size_t n) {
    size_t pivot = n, i = n;

    while (pivot > 1 && values[pivot - 2] >= values[pivot - 1])
        pivot--;
    if (pivot > 1) {
        while (values[i - 1] <= values[pivot - 2])
            i--;
        swap(&values[pivot - 2], &values[i - 1]);
    } else {
        pivot = 1;
    }
    for (size_t left = pivot - 1, right = n; left + 1 < right; left++, right--)
        swap(&values[left], &values[right - 1]);
    return pivot > 1;
}
