/* timerqueue_add of three timers, then timerqueue_del of one. */
#include <linux/timerqueue.h>
#include "symir.h"

/* The times that are left, in order, as digits of a number. */
static int left(const unsigned char times[3], unsigned int gone) {
    struct timerqueue_head head = { { { NULL }, NULL } };
    struct timerqueue_node timers[3];
    int digits = 0;

    for (int i = 0; i < 3; i++) {
        timers[i].expires = times[i];
        RB_CLEAR_NODE(&timers[i].node);
        timerqueue_add(&head, &timers[i]);
    }
    symir_assert(timerqueue_iterate_next(NULL) == NULL);
    timerqueue_del(&head, &timers[gone]);
    for (struct rb_node *at = head.rb_root.rb_leftmost; at;) {
        struct timerqueue_node *timer = rb_entry(at, struct timerqueue_node, node);

        digits = 10 * digits + (int)timer->expires;
        timer = timerqueue_iterate_next(timer);
        at = timer ? &timer->node : NULL;
    }
    return digits;
}

int main(void) {
    unsigned char times[3];
    unsigned int gone = symir_choose(3, "gone");

    symir_bytes(times, sizeof times, "times");
    for (int i = 0; i < 3; i++)
        symir_assume(times[i] <= 9);
    SYMIR_TEST(left, times, gone);
}
