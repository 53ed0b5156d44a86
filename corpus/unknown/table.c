/* Values of a hash table by the function that compares keys. */
#include <stddef.h>

struct bucket {
    const void *key;
    int value;
};

static int same_point(const void *a, const void *b) {
    const struct point {
        int x, y;
    } *left = a, *right = b;

    return left->x == right->x && left->y == right->y;
}

int lookup(const struct bucket *bucket, const void *key) {
    if (bucket == NULL || bucket->key == NULL || key == NULL)
        return -1;
    return same_point(bucket->key, key) ? bucket->value : -2;
}
