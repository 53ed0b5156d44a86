/* Threads: one function whose result is the same in every schedule, and one that loses updates. */
#include "symir.h"
#include <pthread.h>

struct job {
    int from, to;
    long sum;
};

static void *add_up(void *argument) {
    struct job *job = argument;

    for (int i = job->from; i < job->to; i++)
        job->sum += i;
    return 0;
}

static long total(int n) {
    struct job jobs[2] = {{0, n, 0}, {n, 2 * n, 0}};
    pthread_t threads[2];

    if (n < 0)
        return -1;
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], 0, add_up, &jobs[i]) != 0)
            return -2;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return jobs[0].sum + jobs[1].sum;
}

static volatile int last;

static void *set(void *argument) {
    last = *(int *)argument;
    return 0;
}

static int raced(int n) {
    pthread_t thread;

    if (pthread_create(&thread, 0, set, &n) != 0)
        return -2;
    last = n + 1;
    pthread_join(thread, 0);
    return last;
}

int main(void) {
    int n = symir_range(-100, 100, "n");

    if (symir_bool("safe"))
        SYMIR_TEST(total, n);
    else
        SYMIR_TEST(raced, n);
}
