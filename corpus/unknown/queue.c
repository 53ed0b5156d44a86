/* A queue of pointers to void, whose elements are work. */
#include <stddef.h>

struct queue {
    void *slots[2];
    unsigned used;
};

struct work {
    unsigned char urgent;
    unsigned cost;
};

unsigned next_cost(const struct queue *queue) {
    const struct work *work;

    if (queue->used == 0 || queue->used > 2)
        return 0;
    work = queue->slots[0];
    if (work == NULL)
        return 1;
    return work->urgent && work->cost > 50 ? 50 : work->cost;
}
