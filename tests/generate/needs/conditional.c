/* Contracts that callers have to keep to in some calls only. */
#include <stddef.h>

/* Without a buffer nobody is asked to free it. */
struct parser {
    char *buffer;
    void (*release)(char *);
    int n_lines;
};

void finish(struct parser *parser) {
    if (parser == NULL) return;
    if (parser->buffer != NULL) parser->release(parser->buffer);
    parser->buffer = NULL;
    parser->n_lines = 0;
}

/* A flag of the caller's says whether the length counts. */
enum options { TERMINATED = 1, FOLD = 2, TRIM = 4 };

size_t letters(const char *text, size_t length, enum options options) {
    size_t n = 0;
    for (size_t i = 0; (options & TERMINATED) || i < length; i++) {
        if ((options & TERMINATED) && text[i] == '\0') break;
        n += text[i] != ' ' || !(options & TRIM);
    }
    return n;
}

/* Flags without names. */
int weigh(const int *first, const int *extra, unsigned flags) {
    int sum = *first;
    if (flags & 8) sum += *extra;
    return sum;
}

/* What kind of node it is says what there is. */
enum kind { EMPTY, NUMBER, TEXT };

struct node {
    enum kind kind;
    int number;
    const char *text;
};

int value(const struct node *node) {
    switch (node->kind) {
    case NUMBER: return node->number;
    case TEXT: return node->text[0];
    default: return 0;
    }
}

/* Whoever returns early for another reason says nothing of a pointer. */
int both(const int *one, const int *other) {
    if (one == NULL) return -1;
    return *one + *other;
}
