/* The middle of a list, and the node that is so many nodes before its end. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

const struct node *middle(const struct node *list) {
    const struct node *fast = list;

    while (fast != NULL && fast->next != NULL) {
        list = list->next;
        fast = fast->next->next;
    }
    return list;
}

const struct node *from_end(const struct node *list, unsigned n) {
    const struct node *ahead = list;

    for (; n > 0; n--) {
        if (ahead == NULL)
            return NULL;
        ahead = ahead->next;
    }
    while (ahead != NULL) {
        ahead = ahead->next;
        list = list->next;
    }
    return list;
}
