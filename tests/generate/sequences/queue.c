#include <stdlib.h>
#include "queue.h"
struct queue { int *items; int cap, head, size; };
struct queue *queue_new(int cap) {
    if (cap <= 0 || cap > 1000) return NULL;
    struct queue *q = malloc(sizeof *q);
    if (!q) return NULL;
    q->items = calloc(cap, sizeof *q->items);
    if (!q->items) { free(q); return NULL; }
    q->cap = cap; q->head = q->size = 0;
    return q;
}
int queue_push(struct queue *q, int v) {
    if (q->size == q->cap) return 0;
    q->items[(q->head + q->size) % q->cap] = v;
    q->size++;
    return 1;
}
int queue_remove_if_full(struct queue *q) {
    if (q->size != q->cap) return -1;
    int v = q->items[q->head];
    q->head = (q->head + 1) % q->cap;
    q->size--;
    return v;
}
void queue_free(struct queue *q) { if (q) { free(q->items); free(q); } }
