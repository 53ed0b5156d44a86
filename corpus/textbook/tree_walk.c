/* The keys of a tree in order, as many as there is room for; and whether a tree is a search tree. */
#include <stddef.h>

struct tree {
    int key;
    struct tree *left, *right;
};

size_t in_order(const struct tree *tree, int *keys, size_t room) {
    size_t n = 0;

    if (tree == NULL || room == 0)
        return 0;
    n = in_order(tree->left, keys, room);
    if (n < room)
        keys[n++] = tree->key;
    if (n < room)
        n += in_order(tree->right, keys + n, room - n);
    return n;
}

int is_search_tree(const struct tree *tree, long above, long below) {
    if (tree == NULL)
        return 1;
    if (tree->key <= above || tree->key >= below)
        return 0;
    return is_search_tree(tree->left, above, tree->key) && is_search_tree(tree->right, tree->key, below);
}
