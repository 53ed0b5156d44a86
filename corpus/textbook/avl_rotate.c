/* One step of an AVL tree: a node that leans to one side by two is rotated. */
#include <stddef.h>

struct avl {
    int key;
    int height;
    struct avl *left, *right;
};

static int height(const struct avl *node) {
    return node == NULL ? 0 : node->height;
}

static void update(struct avl *node) {
    int left = height(node->left), right = height(node->right);

    node->height = 1 + (left > right ? left : right);
}

static struct avl *rotate_right(struct avl *node) {
    struct avl *top = node->left;

    node->left = top->right;
    top->right = node;
    update(node);
    update(top);
    return top;
}

static struct avl *rotate_left(struct avl *node) {
    struct avl *top = node->right;

    node->right = top->left;
    top->left = node;
    update(node);
    update(top);
    return top;
}

struct avl *balance(struct avl *node) {
    update(node);
    if (height(node->left) > height(node->right) + 1) {
        if (height(node->left->left) < height(node->left->right))
            node->left = rotate_left(node->left);
        return rotate_right(node);
    }
    if (height(node->right) > height(node->left) + 1) {
        if (height(node->right->right) < height(node->right->left))
            node->right = rotate_right(node->right);
        return rotate_left(node);
    }
    return node;
}
