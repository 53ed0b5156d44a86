/* Binary search among elements of any type, with the signature of bsearch, and a comparator of records. */
#include <stddef.h>

struct record {
    unsigned id;
    short room;
};

void *generic_search(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    const unsigned char *begin = base;

    while (n > 0) {
        const unsigned char *middle = begin + n / 2 * size;
        int order = compare(key, middle);

        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            begin = middle + size;
            n--;
        }
        n /= 2;
    }
    return NULL;
}

int by_id(const void *a, const void *b) {
    const struct record *left = a, *right = b;

    if (left->id != right->id)
        return left->id < right->id ? -1 : 1;
    return 0;
}
