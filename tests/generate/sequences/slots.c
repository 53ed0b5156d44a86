#include "slots.h"
void slots_init(struct slots *s, size_t size) {
    s->items = calloc(size, sizeof *s->items);
    s->size = s->items ? size : 0;
    s->n = s->from = 0;
}
struct slots *slots_new(size_t size) {
    struct slots *s = malloc(sizeof *s);
    if (s) slots_init(s, size);
    return s;
}
void slots_done(struct slots *s) { free(s->items); }
void slots_free(struct slots *s) { slots_done(s); free(s); }
int slots_add(struct slots *s, void *item) {
    if (slots_are_full(s)) return -1;
    s->items[(s->from + s->n++) % s->size] = item;
    return 0;
}
size_t slots_each(struct slots *s, slots_each_visit visit, void *data) {
    for (size_t i = 0; i < s->n; i++) visit(s->items[(s->from + i) % s->size], data);
    return s->n;
}
