/* Lists and trees. */
#include "chains.h"

int chain_sum(const struct cell *cell)
{
    int sum = 0;

    for (; cell != NULL; cell = cell->next)
        sum = (int)((unsigned)sum + (unsigned)cell->value);
    return sum;
}

struct cell *chain_insert(struct cell *head, struct cell *cell)
{
    struct cell **at = &head;

    if (cell == NULL)
        return head;
    while (*at != NULL && (*at)->value < cell->value)
        at = &(*at)->next;
    cell->next = *at;
    *at = cell;
    return head;
}

struct cell *chain_remove(struct cell *head, int value)
{
    struct cell **at = &head;

    while (*at != NULL) {
        if ((*at)->value == value) {
            *at = (*at)->next;
            break;
        }
        at = &(*at)->next;
    }
    return head;
}

struct cell *chain_nth(struct cell *head, unsigned n)
{
    while (head != NULL && n-- > 0)
        head = head->next;
    return head;
}

int chain_is_sorted(const struct cell *head)
{
    while (head != NULL && head->next != NULL) {
        if (head->value > head->next->value)
            return 0;
        head = head->next;
    }
    return 1;
}

const struct tree *tree_find(const struct tree *tree, int key)
{
    while (tree != NULL && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree;
}

const struct tree *tree_least(const struct tree *tree)
{
    if (tree == NULL)
        return NULL;
    while (tree->left != NULL)
        tree = tree->left;
    return tree;
}

int tree_count(const struct tree *tree)
{
    if (tree == NULL)
        return 0;
    return tree_count(tree->left) + 1 + tree_count(tree->right);
}

struct tree *tree_rotate(struct tree *tree)
{
    struct tree *left;

    if (tree == NULL || tree->left == NULL)
        return tree;
    left = tree->left;
    tree->left = left->right;
    left->right = tree;
    return left;
}
