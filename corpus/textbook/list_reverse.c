/* A linked list, reversed in place. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct node *reverse(struct node *list) {
    struct node *reversed = NULL;

    while (list != NULL) {
        struct node *next = list->next;

        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}
