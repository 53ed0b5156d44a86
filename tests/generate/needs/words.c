/* Lengths that are multiples, and null pointers of which another one is guarded. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* It takes eight bytes at a time, from the end. */
void swap_words(unsigned char *a, unsigned char *b, size_t n) {
    do {
        uint64_t t;
        n -= 8;
        memcpy(&t, a + n, 8);
        memcpy(a + n, b + n, 8);
        memcpy(b + n, &t, 8);
    } while (n);
}

struct wrapper {
    int (*compare)(const void *, const void *);
};

/* Without `compare` of its own, what `context` points to has one; nobody checks whether that is null. */
int compare_with(const void *a, const void *b, int (*compare)(const void *, const void *, const void *), const void *context) {
    if (compare == NULL)
        return ((const struct wrapper *)context)->compare(a, b);
    return compare(a, b, context);
}
