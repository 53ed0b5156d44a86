/* A binary tree: keys go in and out of it, then its shape is looked at. */
#include "symir.h"

struct node {
    int key;
    struct node *left, *right;
};

static struct node pool[6];
static int used;

static void insert(struct node **at, int key)
{
    while (*at) {
        if (key == (*at)->key)
            return;
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    pool[used].key = key;
    *at = &pool[used++];
}

static void take(struct node **at, int key)
{
    while (*at && (*at)->key != key)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    if (!*at)
        return;
    struct node *gone = *at;
    if (!gone->left) {
        *at = gone->right;
    } else if (!gone->right) {
        *at = gone->left;
    } else {
        struct node **least = &gone->right;
        while ((*least)->left)
            least = &(*least)->left;
        struct node *heir = *least;
        *least = heir->right;
        heir->left = gone->left;
        heir->right = gone->right;
        *at = heir;
    }
}

static int height(const struct node *node)
{
    if (!node)
        return 0;
    int left = height(node->left), right = height(node->right);
    return 1 + (left > right ? left : right);
}

int shape(const int *keys, int n, int gone)
{
    struct node *root = 0;
    for (int i = 0; i < n; i++)
        insert(&root, keys[i]);
    take(&root, gone);
    int deep = height(root);
    if (deep == n)
        return 1;
    if (root && root->left && root->right && deep == 2)
        return 2;
    return deep == 0 ? 3 : 0;
}

int main(void)
{
    int keys[5], gone = symir_int("gone");
    for (int i = 0; i < 5; i++)
        keys[i] = symir_int("key");
    SYMIR_TEST(shape, keys, 5, gone);
}
