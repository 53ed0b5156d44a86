/* A queue of jobs with pointers to its first and its last. */
#include <stddef.h>

struct job {
    int id;
    void *data;
    struct job *next;
};

struct queue {
    struct job *first, *last;
};

void enqueue(struct queue *queue, struct job *job) {
    job->next = NULL;
    if (queue->first == NULL)
        queue->first = job;
    else
        queue->last->next = job;
    queue->last = job;
}

struct job *dequeue(struct queue *queue) {
    struct job *job = queue->first;

    if (job == NULL)
        return NULL;
    queue->first = job->next;
    if (queue->first == NULL)
        queue->last = NULL;
    job->next = NULL;
    return job;
}
