/* Merge sort of a linked list. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static struct node *merge(struct node *a, struct node *b) {
    struct node *head = NULL;
    struct node **tail = &head;

    while (a != NULL && b != NULL) {
        struct node **least = a->value <= b->value ? &a : &b;

        *tail = *least;
        *least = (*least)->next;
        tail = &(*tail)->next;
    }
    *tail = a != NULL ? a : b;
    return head;
}

struct node *list_sort(struct node *list) {
    struct node *slow = list, *fast, *half;

    if (list == NULL || list->next == NULL)
        return list;
    for (fast = list->next; fast != NULL && fast->next != NULL; fast = fast->next->next)
        slow = slow->next;
    half = slow->next;
    slow->next = NULL;
    return merge(list_sort(list), list_sort(half));
}
