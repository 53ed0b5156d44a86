/* A tree that pointers make, in which a key is looked for. */
#include "symir.h"
#include <stddef.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static const struct tree *find(const struct tree *tree, int key)
{
    while (tree != NULL && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree;
}

int main(void)
{
    struct tree *tree = symir_pointer(struct tree, "tree");

    SYMIR_TEST(find, tree, symir_int("key"));
    return 0;
}
