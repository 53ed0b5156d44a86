/* Two sorted lists become one, recursively. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct node *merge(struct node *a, struct node *b) {
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    if (a->value <= b->value) {
        a->next = merge(a->next, b);
        return a;
    }
    b->next = merge(a, b->next);
    return b;
}
