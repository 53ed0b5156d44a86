/* A walk with a callback and its context. */
#include <stddef.h>

struct cell {
    void *value;
    struct cell *next;
};

struct statistics {
    int count;
    long total;
};

static int add(void *value, void *context) {
    const long *number = value;
    struct statistics *statistics = context;

    if (number == NULL)
        return 1;
    statistics->count++;
    statistics->total += *number & 0xff;
    return statistics->total > 100;
}

int visit(struct cell *list, void *context) {
    for (; list != NULL && context != NULL; list = list->next) {
        if (add(list->value, context))
            return 1;
    }
    return 0;
}
