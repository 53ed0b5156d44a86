/*
 * Models of stdlib.h: sorting and searching arrays. The sort is stable and
 * compares what glibc's compares, in the same order, so that the path through
 * the function that compares is that of a native run.
 */
#include <stddef.h>

void *malloc(size_t size);
void free(void *memory);
void *memcpy(void *to, const void *from, size_t n);

typedef int compare(const void *, const void *, void *);
typedef int plain_compare(const void *, const void *);

struct order {
    size_t size; /* of an element */
    compare *compare;
    void *context;
};

static void swap(char *a, char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char byte = a[i];

        a[i] = b[i];
        b[i] = byte;
    }
}

static void insert_all(char *array, size_t n, const struct order *order) {
    size_t size = order->size;

    for (size_t i = 1; i < n; i++)
        for (char *at = array + i * size; at > array; at -= size) {
            if (order->compare(at - size, at, order->context) <= 0)
                break;
            swap(at - size, at, size);
        }
}

/* Merges two sorted halves; `spare` has room for the first. */
static void merge(char *array, size_t middle, size_t n, char *spare, const struct order *order) {
    size_t size = order->size;
    size_t left = 0, right = middle, out = 0;

    memcpy(spare, array, middle * size);
    while (left < middle && right < n) {
        char *a = spare + left * size, *b = array + right * size;

        if (order->compare(a, b, order->context) <= 0) {
            memcpy(array + out++ * size, a, size);
            left++;
        } else {
            memcpy(array + out++ * size, b, size);
            right++;
        }
    }
    memcpy(array + out * size, spare + left * size, (middle - left) * size);
}

static void sort(char *array, size_t n, char *spare, const struct order *order) {
    if (n <= 1)
        return;
    size_t middle = n / 2;

    sort(array, middle, spare, order);
    sort(array + middle * order->size, n - middle, spare, order);
    merge(array, middle, n, spare, order);
}

void qsort_r(void *array, size_t n, size_t size, compare *compare, void *context) {
    struct order order = {size, compare, context};

    if (n <= 1 || size == 0)
        return;
    /* No array has more bytes than there are addresses. The error is then that this one is too small, and not that
       there is too little room to sort it. */
    if (n > (size_t)-1 / size)
        (void)((const volatile char *)array)[n - 1];
    char *spare = malloc(n / 2 * size);
    if (spare == NULL) {
        insert_all(array, n, &order);
        return;
    }
    sort(array, n, spare, &order);
    free(spare);
}

/* `context` holds the address of the comparison of two arguments. */
static int without_context(const void *a, const void *b, void *context) {
    plain_compare **compare = context;

    return (*compare)(a, b);
}

void qsort(void *array, size_t n, size_t size, plain_compare *compare) {
    qsort_r(array, n, size, without_context, &compare);
}

void *bsearch(const void *key, const void *array, size_t n, size_t size, plain_compare *compare) {
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = (low + high) / 2;
        const void *element = (const char *)array + middle * size;
        int order = compare(key, element);

        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
