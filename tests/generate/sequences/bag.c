#include <stdlib.h>
/* A bag that frees what was put into it: nothing may be put into it twice. */
struct bag { int *items[2]; int count; };
struct bag *bag_new(void) { return calloc(1, sizeof(struct bag)); }
int bag_put(struct bag *b, int *item) {
    if (item == NULL || b->count == 2) return -1;
    b->items[b->count++] = item;
    return 0;
}
int bag_is_full(const struct bag *b) {
    if (b->count == 2) return 1;
    return 0;
}
void bag_free(struct bag *b) {
    for (int i = 0; i < b->count; i++) free(b->items[i]);
    free(b);
}
