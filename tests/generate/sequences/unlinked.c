/* Jobs in a chain: only what was appended to it can be unlinked from it. */
#include <stdlib.h>

struct job {
    struct job *next, *before;
    int priority;
};

struct jobs {
    struct job *first, *last;
    int n;
};

struct job *job_new(int priority) {
    struct job *job = calloc(1, sizeof *job);
    if (job != NULL)
        job->priority = priority;
    return job;
}

struct jobs *jobs_new(void) {
    return calloc(1, sizeof(struct jobs));
}

void jobs_append(struct jobs *jobs, struct job *job) {
    job->before = jobs->last;
    job->next = NULL;
    if (jobs->last != NULL)
        jobs->last->next = job;
    else
        jobs->first = job;
    jobs->last = job;
    jobs->n++;
}

void jobs_unlink(struct jobs *jobs, struct job *job) {
    if (job->before != NULL)
        job->before->next = job->next;
    else
        jobs->first = job->next;
    if (job->next != NULL)
        job->next->before = job->before;
    else
        jobs->last = job->before;
    job->next = job->before = NULL;
    jobs->n--;
}

void jobs_free(struct jobs *jobs) {
    for (struct job *job = jobs->first; job != NULL;) {
        struct job *next = job->next;
        free(job);
        job = next;
    }
    free(jobs);
}
