/* Numbers that lead to objects: a cookie of a caller, and a pointer whose lowest bit says something else. */
#include <stdint.h>
#include <stddef.h>

struct request {
    int kind;
    long size;
};

struct timer {
    unsigned long data;
    int left;
};

struct node {
    struct node *left, *right;
    /* The parent, and one if the node is black. */
    unsigned long parent_and_colour;
};

#define PARENT(node) ((struct node *)((node)->parent_and_colour & ~3ul))

int handle(uintptr_t cookie) {
    const struct request *request = (const struct request *)cookie;

    if (request->kind == 3)
        return request->size > 100 ? 2 : 1;
    return 0;
}

int fire(struct timer *timer) {
    struct request *request = (struct request *)timer->data;

    if (--timer->left > 0)
        return -1;
    request->size = 0;
    return request->kind == 7;
}

int is_left_child_of_black(const struct node *node) {
    const struct node *parent = PARENT(node);

    if (parent == NULL)
        return -1;
    return parent->left == node && (parent->parent_and_colour & 1);
}

void adopt(struct node *node, struct node *child) {
    child->parent_and_colour = (unsigned long)node | (child->parent_and_colour & 1);
    if (node->left == NULL)
        node->left = child;
    else
        node->right = child;
}
