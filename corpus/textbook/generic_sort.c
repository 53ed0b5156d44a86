/* Insertion sort of elements of any type, with the signature of qsort. */
#include <stddef.h>

static void swap_bytes(unsigned char *a, unsigned char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = a[i];

        a[i] = b[i];
        b[i] = byte;
    }
}

void generic_sort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    unsigned char *bytes = base;

    for (size_t i = 1; i < n; i++) {
        for (size_t place = i; place > 0; place--) {
            unsigned char *element = bytes + place * size;

            if (compare(element - size, element) <= 0)
                break;
            swap_bytes(element - size, element, size);
        }
    }
}

int by_value(const void *a, const void *b) {
    int left = *(const int *)a, right = *(const int *)b;

    return (left > right) - (left < right);
}
