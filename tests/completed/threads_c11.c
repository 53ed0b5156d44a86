/* Threads of C11 whose order shows in the result, and one that has to go on before another can. */
#include "symir.h"
#include <stdatomic.h>
#include <threads.h>

static volatile int last;

static int set(void *argument) {
    last = *(int *)argument;
    return 0;
}

static int raced(int n) {
    thrd_t thread;

    if (thrd_create(&thread, set, &n) != thrd_success)
        return -2;
    last = n + 1;
    thrd_join(thread, 0);
    return last;
}

static atomic_int given;

static int take(void *argument) {
    while (given == 0)
        thrd_yield();
    *(int *)argument = given;
    thrd_exit(7);
}

/* The new thread waits for the old one: it cannot come to its end first. */
static int handed_over(int n) {
    thrd_t thread;
    int taken = 0, result;

    if (n == 0)
        return 0;
    if (thrd_create(&thread, take, &taken) != thrd_success)
        return -2;
    given = n + 1;
    thrd_join(thread, &result);
    return taken + result;
}

int main(void) {
    int n = symir_range(0, 100, "n");

    if (symir_bool("safe"))
        SYMIR_TEST(handed_over, n);
    else
        SYMIR_TEST(raced, n);
}
