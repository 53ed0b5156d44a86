/* Pointers into the same array: members of one structure, and arguments. */
#include <stddef.h>
#include <string.h>

struct parser {
    const char *begin;
    const char *next;
    const char *end;
    int line;
};

int skip_blanks(struct parser *p) {
    while (p->next < p->end && (*p->next == ' ' || *p->next == '\n')) {
        if (*p->next == '\n')
            p->line++;
        p->next++;
    }
    return p->next < p->end;
}

int unget(struct parser *p) {
    if (p->next == p->begin)
        return -1;
    p->next--;
    return *p->next;
}

size_t left(const struct parser *p) {
    return (size_t)(p->end - p->next);
}

/* The pointers are copied first, and compared in another function. */
static int is_all(const char *at, const char *stop, char letter) {
    while (at != stop)
        if (*at++ != letter)
            return 0;
    return 1;
}

int is_blank(const struct parser *p) {
    const char *at = p->next, *stop = p->end;

    return is_all(at, stop, ' ');
}

/* A structure within another one, behind a pointer. */
struct document {
    int depth;
    struct parser *input;
};

int at_end(const struct document *document) {
    return document->input->next >= document->input->end;
}

/* No end: the array is a string. */
struct words {
    char *first;
    char *at;
};

int next_word(struct words *words) {
    while (*words->at != '\0' && *words->at != ' ')
        words->at++;
    if (*words->at == '\0')
        return (int)(words->at - words->first);
    words->at++;
    return -1;
}

/* A stack that grows to its limit. */
struct stack {
    int *bottom;
    int *top;
    int *limit;
};

int push(struct stack *s, int value) {
    if (s->top >= s->limit)
        return -1;
    *s->top++ = value;
    return (int)(s->top - s->bottom);
}

int pop(struct stack *s, int *value) {
    if (s->top == s->bottom)
        return -1;
    *value = *--s->top;
    return 0;
}

/* What is behind the end is read here. */
int peek(const struct parser *p) {
    return p->next > p->begin ? *p->next : -1;
}

char *trim(char *text, char *last) {
    while (last > text && last[-1] == ' ')
        last--;
    *last = '\0';
    return last;
}

/* The array goes on before the first argument. */
int edge(const int *e) {
    e -= 2;
    return e[0] > e[3] ? e[1] : e[2];
}

/* A list is no array, although its ends are compared. */
struct node {
    struct node *next;
    int value;
};

struct list {
    struct node *head;
    struct node *tail;
};

int is_single(const struct list *list) {
    return list->head != NULL && list->head == list->tail;
}

/* The array is a member itself. */
struct output {
    unsigned count;
    char buffer[64];
    char *at;
};

int put(struct output *o, char c) {
    if (o->at == o->buffer + sizeof o->buffer)
        return -1;
    *o->at++ = c;
    o->count++;
    return 0;
}

int put_text(struct output *o, const char *text, size_t length) {
    size_t left = sizeof o->buffer - (size_t)(o->at - o->buffer);

    if (length > left)
        return -1;
    memcpy(o->at, text, length);
    o->at += length;
    return 0;
}

/* What is behind the array is never looked at. */
struct ring {
    int items[4];
    int *tail;
    int count;
};

int add(struct ring *r, int value) {
    if (r->count == 4)
        return 0;
    *r->tail++ = value;
    if (r->tail == r->items + 4)
        r->tail = r->items;
    r->count++;
    return 1;
}
