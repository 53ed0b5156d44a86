#include "values.h"
#include <stdlib.h>

struct number {
    struct value begin;
    long held;
};

struct list {
    struct value begin;
    size_t n;
    struct value *items[2];
};

/* The two values of which there is one each. */
struct value *value_none(void) {
    static struct value none = {NONE, 1};

    return &none;
}

struct value *value_yes(void) {
    static struct value yes = {YES, 1};

    return &yes;
}

struct value *value_number(long value) {
    struct number *number = malloc(sizeof *number);

    if (!number)
        return NULL;
    number->begin.kind = NUMBER;
    number->begin.refs = 1;
    number->held = value;
    return &number->begin;
}

struct value *value_list(void) {
    struct list *list = malloc(sizeof *list);

    if (!list)
        return NULL;
    list->begin.kind = LIST;
    list->begin.refs = 1;
    list->n = 0;
    return &list->begin;
}

struct value *value_copy(struct value *value) {
    if (value->kind >= NUMBER)
        value->refs++;
    return value;
}

void value_free(struct value *value) {
    if (value->kind < NUMBER || --value->refs > 0)
        return;
    if (value->kind == LIST)
        list_clear(value);
    free(value);
}

void number_set(struct value *number, long value) {
    if (number->kind == NUMBER)
        ((struct number *)number)->held = value;
}

/* Takes the value over, also where it has no room for it. */
int list_append(struct value *list, struct value *value) {
    struct list *all = (struct list *)list;

    if (list->kind != LIST || all->n == 2) {
        value_free(value);
        return -1;
    }
    all->items[all->n++] = value;
    return 0;
}

void list_clear(struct value *list) {
    struct list *all = (struct list *)list;

    if (list->kind != LIST)
        return;
    while (all->n > 0)
        value_free(all->items[--all->n]);
}

struct value *list_get(const struct value *list, size_t index) {
    const struct list *all = (const struct list *)list;

    if (list->kind != LIST || index >= all->n)
        return NULL;
    return all->items[index];
}

int is_longer(const struct value *value1, const struct value *value2) {
    if (value1->kind != LIST || value2->kind != LIST)
        return 0;
    return ((const struct list *)value1)->n > ((const struct list *)value2)->n;
}
