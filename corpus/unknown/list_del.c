/* What is removed from a list is an item. */
#include <stddef.h>

struct list_head {
    struct list_head *next, *prev;
};

struct job {
    long id;
    int is_done;
    struct list_head queue;
};

int finish(struct list_head *entry) {
    struct job *job = (struct job *)((char *)entry - offsetof(struct job, queue));

    if (job->is_done)
        return 0;
    job->is_done = 1;
    return job->id > 7 ? 2 : 1;
}
