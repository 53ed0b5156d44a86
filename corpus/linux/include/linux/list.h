/* Doubly linked rings. */
#ifndef SHIM_LINUX_LIST_H
#define SHIM_LINUX_LIST_H

#include <linux/container_of.h>
#include <linux/types.h>

#define LIST_HEAD_INIT(name) { &(name), &(name) }
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)
#define list_entry(pointer, type, member) container_of(pointer, type, member)
#define list_for_each(at, head) for ((at) = (head)->next; (at) != (head); (at) = (at)->next)

static inline void INIT_LIST_HEAD(struct list_head *head) {
    head->next = head->prev = head;
}

static inline void list_add_tail(struct list_head *node, struct list_head *head) {
    node->next = head;
    node->prev = head->prev;
    head->prev->next = node;
    head->prev = node;
}

static inline void list_add(struct list_head *node, struct list_head *head) {
    list_add_tail(node, head->next);
}

static inline void list_del(struct list_head *node) {
    node->prev->next = node->next;
    node->next->prev = node->prev;
}

static inline int list_empty(const struct list_head *head) {
    return head->next == head;
}

#endif
