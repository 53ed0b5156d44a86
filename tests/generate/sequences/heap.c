#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
typedef struct heap { int *a; size_t size, cap; } heap_t;
bool heap_init(heap_t *h, size_t cap) {
    if (cap == 0 || cap > 64) return false;
    h->a = malloc(cap * sizeof *h->a);
    h->size = 0;
    h->cap = cap;
    return h->a != NULL;
}
bool heap_push(heap_t *h, int v) {
    if (h->size == h->cap) {
        int *b = realloc(h->a, 2 * h->cap * sizeof *b);
        if (!b) return false;
        h->a = b;
        h->cap *= 2;
    }
    size_t i = h->size++;
    while (i > 0 && h->a[(i - 1) / 2] > v) { h->a[i] = h->a[(i - 1) / 2]; i = (i - 1) / 2; }
    h->a[i] = v;
    return true;
}
bool heap_pop(heap_t *h, int *out) {
    if (h->size == 0) return false;
    *out = h->a[0];
    int v = h->a[--h->size];
    size_t i = 0;
    for (;;) {
        size_t c = 2 * i + 1;
        if (c >= h->size) break;
        if (c + 1 < h->size && h->a[c + 1] < h->a[c]) c++;
        if (h->a[c] >= v) break;
        h->a[i] = h->a[c];
        i = c;
    }
    if (h->size > 0) h->a[i] = v;
    return true;
}
void heap_destroy(heap_t *h) { free(h->a); h->a = NULL; h->size = h->cap = 0; }
