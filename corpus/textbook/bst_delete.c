/* A key is taken out of a binary search tree; its node is returned to the caller. */
#include <stddef.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *unlink_least(struct tree **place) {
    struct tree *least;

    while ((*place)->left != NULL)
        place = &(*place)->left;
    least = *place;
    *place = least->right;
    return least;
}

struct tree *delete_key(struct tree **place, int key) {
    struct tree *node;

    while (*place != NULL && (*place)->key != key)
        place = key < (*place)->key ? &(*place)->left : &(*place)->right;
    node = *place;
    if (node == NULL)
        return NULL;
    if (node->left == NULL) {
        *place = node->right;
    } else if (node->right == NULL) {
        *place = node->left;
    } else {
        struct tree *heir = unlink_least(&node->right);

        heir->left = node->left;
        heir->right = node->right;
        *place = heir;
    }
    node->left = node->right = NULL;
    return node;
}
