/* A tree is mirrored, and compared with another and with its own mirror image. */
#include <stddef.h>

struct tree {
    char label;
    struct tree *left, *right;
};

void mirror(struct tree *tree) {
    struct tree *left;

    if (tree == NULL)
        return;
    left = tree->left;
    tree->left = tree->right;
    tree->right = left;
    mirror(tree->left);
    mirror(tree->right);
}

int is_mirror(const struct tree *a, const struct tree *b) {
    if (a == NULL || b == NULL)
        return a == b;
    if (a->label != b->label)
        return 0;
    return is_mirror(a->left, b->right) && is_mirror(a->right, b->left);
}

int is_symmetric(const struct tree *tree) {
    return tree == NULL || is_mirror(tree->left, tree->right);
}
