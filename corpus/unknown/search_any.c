/* A binary search of any elements, and a comparator. */
#include <stddef.h>

struct pair {
    int key;
    int value;
};

int compare_pairs(const void *key, const void *element) {
    const int *wanted = key;
    const struct pair *pair = element;

    return *wanted < pair->key ? -1 : *wanted > pair->key;
}

int has_key(int key, const struct pair *pairs) {
    return pairs != NULL && compare_pairs(&key, pairs) == 0;
}
