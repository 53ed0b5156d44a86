/* Items with children, of which the first leads back to the last. Links are compared, but lead into no array. */
#include <stddef.h>

struct item {
    struct item *next, *prev, *child;
    int kind;
};

/* Puts an item in the place of a child. */
int replace(struct item *parent, struct item *old, struct item *new)
{
    if (!parent || !parent->child || !old || !new)
        return 0;
    if (old == new)
        return 1;
    new->next = old->next;
    new->prev = old->prev;
    if (new->next)
        new->next->prev = new;
    if (parent->child == old) {
        if (parent->child->prev == parent->child)
            new->prev = new;
        parent->child = new;
    } else {
        if (new->prev)
            new->prev->next = new;
        if (!new->next)
            parent->child->prev = new;
    }
    old->next = old->prev = NULL;
    return 1;
}
