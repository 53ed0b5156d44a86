/* A binary search tree that counts how often each key was inserted. */
#include <stdlib.h>

struct tree {
    int key;
    unsigned count;
    struct tree *left, *right;
};

/* Returns the node of the key, or a null pointer if there is no memory. */
struct tree *insert(struct tree **root, int key) {
    struct tree *node;

    while (*root != NULL) {
        if (key == (*root)->key) {
            (*root)->count++;
            return *root;
        }
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    node = calloc(1, sizeof *node);
    if (node == NULL)
        return NULL;
    node->key = key;
    node->count = 1;
    *root = node;
    return node;
}
