/* The height of a binary tree, and whether it is balanced as an AVL tree is. */
#include <stddef.h>

struct tree {
    struct tree *left, *right;
};

int height(const struct tree *tree) {
    int left, right;

    if (tree == NULL)
        return 0;
    left = height(tree->left);
    right = height(tree->right);
    return 1 + (left > right ? left : right);
}

int is_balanced(const struct tree *tree) {
    int difference;

    if (tree == NULL)
        return 1;
    difference = height(tree->left) - height(tree->right);
    if (difference < -1 || difference > 1)
        return 0;
    return is_balanced(tree->left) && is_balanced(tree->right);
}
