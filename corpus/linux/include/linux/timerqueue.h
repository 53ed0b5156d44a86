/* Timers in order of their time. */
#ifndef SHIM_LINUX_TIMERQUEUE_H
#define SHIM_LINUX_TIMERQUEUE_H

#include <linux/rbtree.h>

typedef s64 ktime_t;

struct timerqueue_node {
    struct rb_node node;
    ktime_t expires;
};

struct timerqueue_head {
    struct rb_root_cached rb_root;
};

bool timerqueue_add(struct timerqueue_head *head, struct timerqueue_node *node);
bool timerqueue_del(struct timerqueue_head *head, struct timerqueue_node *node);
struct timerqueue_node *timerqueue_iterate_next(struct timerqueue_node *node);

#endif
