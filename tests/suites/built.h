#ifndef BUILT_H
#define BUILT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct item {
    int value;
    struct item *below;
};

struct stack {
    struct item *top;
    size_t count;
};

void stack_init(struct stack *s);
bool stack_push(struct stack *s, int value);
bool stack_pop(struct stack *s, int *value);
const struct item *stack_below(const struct item *item);
void stack_clear(struct stack *s);

/* What is in a queue is known to its file alone. */
typedef struct queue queue;

queue *queue_new(int most);
int queue_add(queue *q, int value);
int queue_sum(const queue *q);
void queue_free(queue *q);

extern int n_queues;

int read_settings(FILE *in, int *sum);
int write_pair(FILE *out, int one, int other);
int count_and_close(FILE *in);
int take_level(void);
#endif
