/* Objects that a driver builds by calls, and files. */
#include "symir.h"
#include "built.h"
#include <stdlib.h>
#include <string.h>

int n_queues;

void stack_init(struct stack *s)
{
    s->top = NULL;
    s->count = 0;
}

bool stack_push(struct stack *s, int value)
{
    struct item *item = malloc(sizeof *item);

    if (item == NULL)
        return false;
    item->value = value;
    item->below = s->top;
    s->top = item;
    s->count++;
    return true;
}

bool stack_pop(struct stack *s, int *value)
{
    struct item *item = s->top;

    if (item == NULL)
        return false;
    *value = item->value;
    s->top = item->below;
    s->count--;
    free(item);
    return true;
}

const struct item *stack_below(const struct item *item)
{
    return item == NULL ? NULL : item->below;
}

void stack_clear(struct stack *s)
{
    int value;

    while (stack_pop(s, &value))
        ;
}

struct queue {
    int most, n;
    int *values;
};

queue *queue_new(int most)
{
    queue *q = malloc(sizeof *q);

    q->most = most;
    q->n = 0;
    q->values = malloc(most * sizeof *q->values);
    n_queues++;
    return q;
}

int queue_add(queue *q, int value)
{
    if (q->n == q->most)
        return -1;
    q->values[q->n++] = value;
    return q->n;
}

int queue_sum(const queue *q)
{
    int sum = 0;

    for (int i = 0; i < q->n; i++)
        sum += q->values[i];
    return sum;
}

void queue_free(queue *q)
{
    free(q->values);
    free(q);
    n_queues--;
}

/* Reads lines of `key=value`: how many there are, or minus the number of the first that is none. */
int read_settings(FILE *in, int *sum)
{
    char line[16];
    int n = 0;

    *sum = 0;
    while (fgets(line, sizeof line, in) != NULL) {
        char *equals = strchr(line, '=');

        if (equals == NULL || equals == line)
            return -(n + 1);
        n++;
        *sum += atoi(equals + 1);
    }
    return n;
}

int write_pair(FILE *out, int one, int other)
{
    if (one == other)
        return fprintf(out, "%d twice", one);
    return fprintf(out, "%d/%d\n", one, other);
}

int count_and_close(FILE *in)
{
    int n = 0;

    while (getc(in) != EOF)
        n++;
    fclose(in);
    return n;
}

/* The level that a file says, which is gone then; and where it was noted. */
int take_level(void)
{
    FILE *file = fopen("level.txt", "r");
    int level;

    if (file == NULL)
        return -1;
    level = getc(file) - '0';
    fclose(file);
    remove("level.txt");
    file = fopen("taken.txt", "w");
    fprintf(file, "level %d\n", level);
    fclose(file);
    return level;
}

int main(void)
{
    int which = symir_range(0, 8, "which"), n = symir_range(0, 2, "n"), value;
    struct stack s;
    queue *q;
    FILE *file;

    switch (which) {
    case 0:
    case 1:
        stack_init(&s);
        for (int i = 0; i < n; i++)
            stack_push(&s, 10 + i);
        if (which == 0)
            SYMIR_TEST(stack_pop, &s, &value);
        else
            SYMIR_TEST(stack_below, s.top);
        stack_clear(&s);
        break;
    case 2:
    case 3:
        q = queue_new(2);
        for (int i = 0; i < n; i++)
            queue_add(q, symir_range(3, 40, "value"));
        if (which == 2)
            SYMIR_TEST(queue_add, q, 7);
        else
            SYMIR_TEST(queue_sum, q);
        queue_free(q);
        break;
    case 4:
        stack_init(&s);
        stack_push(&s, 1);
        /* What the driver writes itself is said by what is there. */
        s.count = 5;
        SYMIR_TEST(stack_push, &s, 2);
        break;
    case 5:
        file = symir_file(3, "settings");
        SYMIR_TEST(read_settings, file, &value);
        fclose(file);
        break;
    case 6:
        file = tmpfile();
        SYMIR_TEST(write_pair, file, n, 2);
        fclose(file);
        break;
    case 7:
        file = symir_file(1, "text");
        SYMIR_TEST(count_and_close, file);
        break;
    case 8:
        if (n > 0) {
            file = fopen("level.txt", "w");
            fprintf(file, "%d", n + 4);
            fclose(file);
        }
        SYMIR_TEST(take_level);
        break;
    }
    return 0;
}
