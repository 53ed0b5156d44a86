/* A program without the C library. */
#include <own/types.h>

/* Defined elsewhere. The mock has a variable of the same name. */
int convert(const char *text, long long *result);

/* The harness has a variable for `first`, so that there is nothing to assume of it. */
__attribute__((nonnull)) void begin(struct item **first, struct item *item) {
    *first = item;
    item->next = NULL;
}

int count(const struct item *item, int (*is_meant)(const struct item *)) {
    int n = 0;

    for (; item != NULL && n < CONFIG_LIMIT; item = item->next)
        if (is_meant(item))
            n++;
    return n;
}

loff_t distance(const char *text, loff_t from) {
    long long to;

    if (convert(text, &to) < 0)
        return -1;
    return abs(to - from) > 100 ? 100 : 1;
}
