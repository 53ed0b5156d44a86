/* A sorted list of numbers, each of them once. */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

/* Returns 1 if the value is new, 0 if it was there, and -1 if there is no memory. */
int insert(struct node **list, int value) {
    struct node *node;

    while (*list != NULL && (*list)->value < value)
        list = &(*list)->next;
    if (*list != NULL && (*list)->value == value)
        return 0;
    node = malloc(sizeof *node);
    if (node == NULL)
        return -1;
    node->value = value;
    node->next = *list;
    *list = node;
    return 1;
}

size_t length(const struct node *list) {
    size_t n = 0;

    for (; list != NULL; list = list->next)
        n++;
    return n;
}
