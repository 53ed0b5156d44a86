#include <stddef.h>
struct queue;
struct queue *queue_new(int cap);
int queue_push(struct queue *q, int v);
int queue_remove_if_full(struct queue *q);
void queue_free(struct queue *q);
