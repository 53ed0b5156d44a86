/* A sort of any elements, and a comparator. */
#include <stddef.h>

static void swap(char *a, char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

void sort_any(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *elements = base;

    if (compare == NULL)
        return;
    for (size_t i = 1; i < count; i++) {
        for (size_t at = i; at > 0; at--) {
            if (compare(elements + (at - 1) * size, elements + at * size) <= 0)
                break;
            swap(elements + (at - 1) * size, elements + at * size, size);
        }
    }
}

int compare_shorts(const void *a, const void *b) {
    return *(const short *)a - *(const short *)b;
}
