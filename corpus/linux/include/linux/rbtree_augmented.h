/* What lib/rbtree.c shares with trees whose nodes know of their children. */
#ifndef SHIM_LINUX_RBTREE_AUGMENTED_H
#define SHIM_LINUX_RBTREE_AUGMENTED_H

#include <linux/rbtree.h>

struct rb_augment_callbacks {
    void (*propagate)(struct rb_node *node, struct rb_node *stop);
    void (*copy)(struct rb_node *old, struct rb_node *new);
    void (*rotate)(struct rb_node *old, struct rb_node *new);
};

#define RB_RED 0
#define RB_BLACK 1
#define __rb_parent(colored) ((struct rb_node *)((colored) & ~3ul))
#define __rb_color(colored) ((colored) & 1)
#define __rb_is_black(colored) __rb_color(colored)
#define __rb_is_red(colored) (!__rb_color(colored))
#define rb_color(node) __rb_color((node)->__rb_parent_color)
#define rb_is_red(node) __rb_is_red((node)->__rb_parent_color)
#define rb_is_black(node) __rb_is_black((node)->__rb_parent_color)

static inline void rb_set_parent(struct rb_node *node, struct rb_node *parent) {
    node->__rb_parent_color = rb_color(node) | (unsigned long)parent;
}

static inline void rb_set_parent_color(struct rb_node *node, struct rb_node *parent, int color) {
    node->__rb_parent_color = (unsigned long)parent + (unsigned long)color;
}

static inline void __rb_change_child(struct rb_node *old, struct rb_node *new, struct rb_node *parent,
                                     struct rb_root *root) {
    if (!parent)
        root->rb_node = new;
    else if (parent->rb_left == old)
        parent->rb_left = new;
    else
        parent->rb_right = new;
}

#define __rb_change_child_rcu __rb_change_child

void __rb_erase_color(struct rb_node *parent, struct rb_root *root,
                      void (*rotate)(struct rb_node *old, struct rb_node *new));
void __rb_insert_augmented(struct rb_node *node, struct rb_root *root,
                           void (*rotate)(struct rb_node *old, struct rb_node *new));

/*
 * Takes a node out of the tree. The parent of a place where a black node is missing is returned; there the colours
 * have to be mended.
 */
static __always_inline struct rb_node *__rb_erase_augmented(struct rb_node *node, struct rb_root *root,
                                                            const struct rb_augment_callbacks *augment) {
    struct rb_node *parent = rb_parent(node), *rebalance = NULL;

    if (!node->rb_left || !node->rb_right) {
        struct rb_node *child = node->rb_left ? node->rb_left : node->rb_right;

        __rb_change_child(node, child, parent, root);
        if (child)
            /* The only child of a node is red; it takes over the colour. */
            child->__rb_parent_color = node->__rb_parent_color;
        else if (rb_is_black(node))
            rebalance = parent;
        augment->propagate(parent, NULL);
        return rebalance;
    }

    /* The next node in order takes the place. */
    struct rb_node *next = node->rb_right, *above = node;

    while (next->rb_left) {
        above = next;
        next = next->rb_left;
    }
    struct rb_node *orphan = next->rb_right;

    if (above != node) {
        above->rb_left = orphan;
        next->rb_right = node->rb_right;
        rb_set_parent(node->rb_right, next);
    } else {
        above = next;
    }
    next->rb_left = node->rb_left;
    rb_set_parent(node->rb_left, next);
    augment->copy(node, next);
    __rb_change_child(node, next, parent, root);
    if (orphan)
        rb_set_parent_color(orphan, above, RB_BLACK);
    else if (rb_is_black(next))
        rebalance = above;
    next->__rb_parent_color = node->__rb_parent_color;
    augment->propagate(above, NULL);
    return rebalance;
}

#endif
