#include "queue.h"
/* The members of a queue are known to another file. */
int jobs_next(struct queue *q) {
    int job = queue_remove_if_full(q);
    if (job < 0) return 0;
    return job > 5 ? 2 : 1;
}
