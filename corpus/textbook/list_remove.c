/* All nodes with a value are unlinked and put into another list. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

size_t remove_all(struct node **list, int value, struct node **removed) {
    size_t n = 0;

    while (*list != NULL) {
        struct node *node = *list;

        if (node->value == value) {
            *list = node->next;
            node->next = *removed;
            *removed = node;
            n++;
        } else {
            list = &node->next;
        }
    }
    return n;
}
