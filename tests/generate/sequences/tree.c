#include <stdlib.h>
/* A red-black tree that leans to the left, after R. Sedgewick (2008). */
struct node { int key; int is_red; struct node *left, *right; };
struct tree { struct node *root; int size; };

static int is_red(const struct node *n) { return n != NULL && n->is_red; }
static struct node *turn_left(struct node *n) {
    struct node *other = n->right;
    n->right = other->left;
    other->left = n;
    other->is_red = n->is_red;
    n->is_red = 1;
    return other;
}
static struct node *turn_right(struct node *n) {
    struct node *other = n->left;
    n->left = other->right;
    other->right = n;
    other->is_red = n->is_red;
    n->is_red = 1;
    return other;
}
static struct node *put(struct node *n, struct node *fresh) {
    if (n == NULL) return fresh;
    if (fresh->key < n->key) n->left = put(n->left, fresh);
    else n->right = put(n->right, fresh);
    if (is_red(n->right) && !is_red(n->left)) n = turn_left(n);
    if (is_red(n->left) && is_red(n->left->left)) n = turn_right(n);
    if (is_red(n->left) && is_red(n->right)) {
        n->is_red = 1;
        n->left->is_red = n->right->is_red = 0;
    }
    return n;
}
static void drop(struct node *n) {
    if (n == NULL) return;
    drop(n->left);
    drop(n->right);
    free(n);
}
struct tree *tree_new(void) {
    struct tree *t = malloc(sizeof *t);
    if (t != NULL) { t->root = NULL; t->size = 0; }
    return t;
}
int tree_has(const struct tree *t, int key) {
    const struct node *n = t->root;
    while (n != NULL) {
        if (n->key == key) return 1;
        n = key < n->key ? n->left : n->right;
    }
    return 0;
}
int tree_put(struct tree *t, int key) {
    if (tree_has(t, key)) return 0;
    struct node *n = malloc(sizeof *n);
    if (n == NULL) return -1;
    n->key = key;
    n->is_red = 1;
    n->left = n->right = NULL;
    t->root = put(t->root, n);
    t->root->is_red = 0;
    t->size++;
    return 1;
}
int tree_least(const struct tree *t, int *key) {
    const struct node *n = t->root;
    if (n == NULL) return 0;
    while (n->left != NULL) n = n->left;
    *key = n->key;
    return 1;
}
/* The number of nodes on the longest way down; a tree of four has three. */
int tree_is_deep(const struct tree *t) {
    const struct node *n = t->root;
    return n != NULL && n->left != NULL && n->left->left != NULL;
}
void tree_free(struct tree *t) {
    if (t == NULL) return;
    drop(t->root);
    free(t);
}
