/* Items with children. `same` compares what `next` and `child` lead to, but these lead into no array. */
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

/* Whether two items have the same kind and the same children. */
int same(const struct item *one, const struct item *other)
{
    const struct item *own, *theirs;

    if (one == other)
        return 1;
    if (!one || !other || one->kind != other->kind)
        return 0;
    own = one->child;
    theirs = other->child;
    while (own && theirs) {
        if (!same(own, theirs))
            return 0;
        own = own->next;
        theirs = theirs->next;
    }
    return !own && !theirs;
}
