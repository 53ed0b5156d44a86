/* Singly linked lists without locks. */
#ifndef SHIM_LINUX_LLIST_H
#define SHIM_LINUX_LLIST_H

#include <linux/types.h>

#include <linux/compiler.h>

struct llist_node {
    struct llist_node *next;
};

struct llist_head {
    struct llist_node *first;
};

/* There is one thread. */
#define try_cmpxchg(place, expected, new) \
    (*(place) == *(expected) ? (*(place) = (new), true) : (*(expected) = *(place), false))
#define smp_load_acquire(place) (*(place))

bool llist_add_batch(struct llist_node *first, struct llist_node *last, struct llist_head *head);
struct llist_node *llist_del_first(struct llist_head *head);
struct llist_node *llist_reverse_order(struct llist_node *head);

#endif
