/* Search in a binary search tree: a key, the least key, and the greatest key that is not above a bound. */
#include <stddef.h>

struct tree {
    int key;
    struct tree *left, *right;
};

const struct tree *find(const struct tree *tree, int key) {
    while (tree != NULL && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree;
}

const struct tree *least(const struct tree *tree) {
    if (tree == NULL)
        return NULL;
    while (tree->left != NULL)
        tree = tree->left;
    return tree;
}

const struct tree *floor_of(const struct tree *tree, int bound) {
    const struct tree *best = NULL;

    while (tree != NULL) {
        if (tree->key == bound)
            return tree;
        if (tree->key < bound) {
            best = tree;
            tree = tree->right;
        } else {
            tree = tree->left;
        }
    }
    return best;
}
