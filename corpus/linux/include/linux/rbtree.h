/* Red-black trees; a node has its colour in the lowest bit of its parent. */
#ifndef SHIM_LINUX_RBTREE_H
#define SHIM_LINUX_RBTREE_H

#include <linux/compiler.h>
#include <linux/container_of.h>
#include <linux/types.h>

struct rb_node {
    unsigned long __rb_parent_color;
    struct rb_node *rb_right, *rb_left;
} __attribute__((aligned(sizeof(long))));

struct rb_root {
    struct rb_node *rb_node;
};

struct rb_root_cached {
    struct rb_root rb_root;
    struct rb_node *rb_leftmost;
};

#define RB_ROOT ((struct rb_root){ NULL })
#define RB_EMPTY_ROOT(root) ((root)->rb_node == NULL)
#define RB_EMPTY_NODE(node) ((node)->__rb_parent_color == (unsigned long)(node))
#define RB_CLEAR_NODE(node) ((node)->__rb_parent_color = (unsigned long)(node))
#define rb_parent(node) ((struct rb_node *)((node)->__rb_parent_color & ~3ul))
#define rb_entry(pointer, type, member) container_of(pointer, type, member)
#define rb_entry_safe(pointer, type, member) ((pointer) ? rb_entry(pointer, type, member) : NULL)

void rb_insert_color(struct rb_node *node, struct rb_root *root);
void rb_erase(struct rb_node *node, struct rb_root *root);
struct rb_node *rb_next(const struct rb_node *node);
struct rb_node *rb_prev(const struct rb_node *node);
struct rb_node *rb_first(const struct rb_root *root);
struct rb_node *rb_last(const struct rb_root *root);
void rb_replace_node(struct rb_node *old, struct rb_node *new, struct rb_root *root);
void rb_replace_node_rcu(struct rb_node *old, struct rb_node *new, struct rb_root *root);
struct rb_node *rb_first_postorder(const struct rb_root *root);
struct rb_node *rb_next_postorder(const struct rb_node *node);

/* Puts a node in its place in order; gives it if it is the first one. */
static inline struct rb_node *rb_add_cached(struct rb_node *node, struct rb_root_cached *tree,
                                            bool (*less)(struct rb_node *a, const struct rb_node *b)) {
    struct rb_node **link = &tree->rb_root.rb_node, *parent = NULL;
    bool is_first = true;

    while (*link) {
        parent = *link;
        if (less(node, parent)) {
            link = &parent->rb_left;
        } else {
            link = &parent->rb_right;
            is_first = false;
        }
    }
    node->__rb_parent_color = (unsigned long)parent;
    node->rb_left = node->rb_right = NULL;
    *link = node;
    rb_insert_color(node, &tree->rb_root);
    if (is_first)
        tree->rb_leftmost = node;
    return is_first ? node : NULL;
}

static inline struct rb_node *rb_erase_cached(struct rb_node *node, struct rb_root_cached *tree) {
    struct rb_node *first = NULL;

    if (tree->rb_leftmost == node)
        first = tree->rb_leftmost = rb_next(node);
    rb_erase(node, &tree->rb_root);
    return first;
}

static inline void rb_link_node(struct rb_node *node, struct rb_node *parent, struct rb_node **link) {
    node->__rb_parent_color = (unsigned long)parent;
    node->rb_left = node->rb_right = NULL;
    *link = node;
}

#endif
