/* A search tree whose nodes are members of entries. */
#include <stddef.h>

struct tree_node {
    struct tree_node *left, *right;
};

struct entry {
    struct tree_node node;
    int key;
};

struct entry *find(struct tree_node *root, int key) {
    while (root != NULL) {
        struct entry *entry = (struct entry *)root;

        if (entry->key == key)
            return entry;
        root = key < entry->key ? root->left : root->right;
    }
    return NULL;
}
