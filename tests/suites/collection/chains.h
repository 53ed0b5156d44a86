#ifndef CHAINS_H
#define CHAINS_H

#include <stddef.h>

struct cell {
    int value;
    struct cell *next;
};

struct tree {
    int key;
    struct tree *left, *right;
};

int chain_sum(const struct cell *cell);
struct cell *chain_insert(struct cell *head, struct cell *cell);
struct cell *chain_remove(struct cell *head, int value);
struct cell *chain_nth(struct cell *head, unsigned n);
int chain_is_sorted(const struct cell *head);
const struct tree *tree_find(const struct tree *tree, int key);
const struct tree *tree_least(const struct tree *tree);
int tree_count(const struct tree *tree);
struct tree *tree_rotate(struct tree *tree);

#endif
