/* Arrays that grow when they are full. */
#include <stdlib.h>

struct heap {
    int *items;
    size_t n, cap;
};

/* Puts a number into a heap, of which each element is at least as large as its parent. */
int heap_push(struct heap *h, int value) {
    if (h->n == h->cap) {
        size_t cap = h->cap ? 2 * h->cap : 4;
        int *items = realloc(h->items, cap * sizeof *items);
        if (items == NULL)
            return -1;
        h->items = items;
        h->cap = cap;
    }
    size_t i = h->n++;
    while (i > 0) {
        size_t parent = (i - 1) / 2;
        if (h->items[parent] <= value)
            break;
        h->items[i] = h->items[parent];
        i = parent;
    }
    h->items[i] = value;
    return 0;
}
