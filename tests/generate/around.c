/* Indices that go around, floats on limits, divisors, and characters and texts beside other members. */
#include <stddef.h>
#include <string.h>

struct queue {
    int items[8];
    size_t head, count;
};

int queue_pop(struct queue *queue, int *out) {
    if (queue->count == 0)
        return -1;
    *out = queue->items[queue->head];
    queue->head = (queue->head + 1) % 8;
    queue->count--;
    return 0;
}

int next_of(int at, int size) {
    if (size <= 0 || at < 0 || at >= size)
        return -1;
    return (at + 1) % size;
}

int is_frozen(double degrees) {
    return degrees <= 0 ? 1 : 0;
}

int fee_of(float weight) {
    if (weight > 20)
        return 9;
    return weight < 2.5f ? 3 : 5;
}

struct series {
    double sum;
    unsigned int n;
};

double mean_of(const struct series *series) {
    return series->n ? series->sum / series->n : 0;
}

struct message {
    char type, flag;
    int size;
};

int message_class(const struct message *message) {
    if (message->type == 'm')
        return message->flag == '!' ? 2 : 1;
    return message->type == 'q' && message->size > 7 ? 3 : 0;
}

struct value {
    enum kind { NUMBER, TEXT } kind;
    union {
        int number;
        char text[8];
    } is;
};

int is_small(const struct value *value) {
    if (value->kind != NUMBER)
        return value->is.text[0] == '\0';
    return value->is.number >= 0 && value->is.number < 100;
}

int split_pair(const char *text, size_t *key, size_t *value) {
    const char *equals = strchr(text, '=');

    if (equals == NULL)
        return -1;
    *key = (size_t)(equals - text);
    *value = strlen(equals + 1);
    return 0;
}
