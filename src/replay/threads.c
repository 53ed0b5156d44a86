/* Threads in native runs: each run of a test has them in another order, so that a result that depends on the
   order differs from run to run. */

#define _GNU_SOURCE
#include "runtime.h"
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

/* The first run leaves the order to the kernel. In the second a new thread runs to its end before the thread
   that began it goes on. In the third a new thread waits until some thread is joined. */
enum { NEW_FIRST = 1, OLD_FIRST = 2 };

/* A thread may wait for the very thread that waits for it. So no wait is longer than this, in nanoseconds:
   for one thread, and for all of a run. After that, the kernel decides about the order. */
enum { LONGEST_OF_ONE = 100000000, LONGEST_OF_ALL = 500000000 };

/* What the new thread is to do. It lives as long as the test's process: either thread may be the last that
   reads it. */
struct start {
    void *(*function)(void *);
    int (*function_of_c11)(void *);
    void *argument;
    /* How many joins there had been when the thread was begun. */
    unsigned n_joins;
    /* One after the thread has ended. */
    unsigned n_ends;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned n_joins;
static uint64_t waited;

static void count(unsigned *counter) {
    pthread_mutex_lock(&lock);
    ++*counter;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/* A thread that is cancelled here would keep the lock, so it is cancelled only afterwards. */
static void wait_for_change(const unsigned *counter, unsigned old) {
    int cancels;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancels);
    pthread_mutex_lock(&lock);
    uint64_t left = waited < LONGEST_OF_ALL ? LONGEST_OF_ALL - waited : 0;
    uint64_t longest = left < LONGEST_OF_ONE ? left : LONGEST_OF_ONE;
    uint64_t start = nanoseconds();
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += (long)longest;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    while (*counter == old && pthread_cond_timedwait(&changed, &lock, &end) == 0)
        ;
    waited += nanoseconds() - start;
    pthread_mutex_unlock(&lock);
    pthread_setcancelstate(cancels, NULL);
}

static void ends(void *place) {
    count(&((struct start *)place)->n_ends);
}

static void begins(const struct start *start) {
    if (request.run == OLD_FIRST)
        wait_for_change(&n_joins, start->n_joins);
}

/* The thread may also end in pthread_exit or be cancelled. */
static void *run(void *place) {
    struct start *start = place;
    void *result;

    begins(start);
    pthread_cleanup_push(ends, start);
    result = start->function(start->argument);
    pthread_cleanup_pop(1);
    return result;
}

static int run_of_c11(void *place) {
    struct start *start = place;
    int result;

    begins(start);
    pthread_cleanup_push(ends, start);
    result = start->function_of_c11(start->argument);
    pthread_cleanup_pop(1);
    return result;
}

/* Returns NULL if the order is left to the kernel. */
static struct start *prepare(void *argument) {
    struct start *start = request.run == NEW_FIRST || request.run == OLD_FIRST ? calloc(1, sizeof *start) : NULL;

    if (!start)
        return NULL;
    pthread_mutex_lock(&lock);
    start->n_joins = n_joins;
    pthread_mutex_unlock(&lock);
    start->argument = argument;
    return start;
}

/* Called after the thread was begun, or could not be begun. */
static void leave(struct start *start, bool has_begun) {
    if (!has_begun)
        free(start);
    else if (request.run == NEW_FIRST)
        wait_for_change(&start->n_ends, 0);
}

int symir_native_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                                void *argument) {
    struct start *start = prepare(argument);

    if (!start)
        return pthread_create(thread, attributes, function, argument);
    start->function = function;
    int failure = pthread_create(thread, attributes, run, start);
    leave(start, failure == 0);
    return failure;
}

int symir_native_thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
    struct start *start = prepare(argument);

    if (!start)
        return thrd_create(thread, function, argument);
    start->function_of_c11 = function;
    int status = thrd_create(thread, run_of_c11, start);
    leave(start, status == thrd_success);
    return status;
}

int symir_native_pthread_join(pthread_t thread, void **result) {
    count(&n_joins);
    return pthread_join(thread, result);
}

int symir_native_thrd_join(thrd_t thread, int *result) {
    count(&n_joins);
    return thrd_join(thread, result);
}
