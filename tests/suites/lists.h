#ifndef LISTS_H
#define LISTS_H

#include <stdbool.h>
#include <stddef.h>

struct node {
    int key;
    struct node *next;
};

struct list {
    struct node *head, *tail;
    unsigned length;
};

struct tree {
    int key;
    struct tree *left, *right;
};

struct link {
    struct link *next, *prev;
};

typedef struct {
    int *data;
    size_t len, cap;
} vec_t;

struct text {
    size_t length;
    char bytes[];
};

struct node *list_push(struct node *head, int key);
int list_pop(struct list *list, int *key);
void list_append(struct list *list, struct node *node);
struct node *list_reverse(struct node *head);
const struct node *list_find(const struct node *head, int key);
void list_clear(struct list *list);
struct tree *tree_insert(struct tree *tree, int key);
int tree_depth(const struct tree *tree);
bool ring_remove(struct link *link);
int vec_push(vec_t *vec, int value);
struct text *text_new(const char *from);
char *skip_spaces(char *at);

#endif
