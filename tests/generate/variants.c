#include <stddef.h>

/* A value of a small language. */
enum kind { NUMBER, TEXT, PAIR };

struct value {
    enum kind kind;
    union {
        long number;
        const char *text;
        struct {
            struct value *first;
            struct value *second;
        } pair;
    } as;
};

/* The value that a program means where it asks whether something is true. */
int is_true(const struct value *value)
{
    switch (value->kind) {
    case NUMBER:
        return value->as.number != 0;
    case TEXT:
        return value->as.text != NULL && value->as.text[0] != '\0';
    case PAIR:
        return value->as.pair.first != NULL;
    }
    return 0;
}

/* How many values a list has, which is made of pairs. */
int length(const struct value *list)
{
    int count = 0;
    while (list != NULL && list->kind == PAIR) {
        count++;
        list = list->as.pair.second;
    }
    return count;
}

/* Changes the first of a pair; zero if it was one. */
int set_first(struct value *pair, struct value *first)
{
    if (pair->kind != PAIR)
        return -1;
    pair->as.pair.first = first;
    return 0;
}

/* It takes each value for a text, whatever the tag says. */
int begin_alike(const struct value *one, const struct value *other) {
    return one->as.text[0] == other->as.text[0];
}
