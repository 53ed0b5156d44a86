/* A thread that is cancelled: under one schedule before it has begun its work, under the others while it does it. */
#include "symir.h"
#include <pthread.h>
#include <unistd.h>

static void *spin(void *argument) {
    (void)argument;
    for (;;)
        pthread_testcancel();
}

/* Another one can be begun and joined after that. */
static int cancelled(int n) {
    int n_cancelled = 0;

    for (int i = 0; i < 2 && n > 0; i++) {
        pthread_t thread;
        void *result;

        if (pthread_create(&thread, 0, spin, 0) != 0)
            return -2;
        usleep(20000);
        pthread_cancel(thread);
        pthread_join(thread, &result);
        n_cancelled += result == PTHREAD_CANCELED;
    }
    return n_cancelled;
}

int main(void) {
    int n = symir_range(0, 100, "n");

    SYMIR_TEST(cancelled, n);
}
