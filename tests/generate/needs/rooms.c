/* What the code that allocates an array says of how much there is in it. */
#include <stdlib.h>
#include <string.h>

/* How much there is and how much of it is used; `tag` has nothing to do with either. */
struct vector {
    int *items;
    size_t count, room;
    unsigned tag;
};

static int grow(struct vector *v, size_t wanted) {
    size_t room = v->room ? v->room : 4;
    int *items;

    if (v->count > v->room)
        return 0;
    if (wanted <= v->room)
        return 1;
    while (room < wanted)
        room *= 2;
    items = realloc(v->items, room * sizeof *items);
    if (items == NULL)
        return 0;
    v->items = items;
    v->room = room;
    return 1;
}

/* An empty vector has no items. */
int push(struct vector *v, int item) {
    if (v->count + 1 > v->room && !grow(v, v->count + 1))
        return 0;
    v->items[v->count++] = item + (int)v->tag;
    return 1;
}

int last(const struct vector *v) {
    return v->count > 0 ? v->items[v->count - 1] : (int)v->tag;
}

int at(const struct vector *v, size_t index) {
    return v->items[index];
}

/* The elements have a size that is a member, too. */
struct table {
    char *base;
    unsigned rows, size, n_used;
};

int reserve(struct table *t, unsigned rows) {
    char *base;

    if (rows > 1000 || t->size > 1000)
        return 0;
    base = realloc(t->base, rows * t->size);
    if (base == NULL)
        return 0;
    t->base = base;
    t->rows = rows;
    if (t->n_used > rows)
        t->n_used = rows;
    return 1;
}

int first_of_last(const struct table *t) {
    if (t->n_used == 0 || t->size == 0)
        return -1;
    return t->base[(t->n_used - 1) * t->size];
}

/* A number of bits beside one of bytes. */
struct set {
    unsigned bits, bytes;
    unsigned char *bitmap;
};

int make(struct set *s, unsigned bits) {
    if (bits > 4096)
        return 0;
    s->bits = bits;
    s->bytes = s->bits / 8 + (s->bits % 8 != 0);
    s->bitmap = calloc(s->bytes, 1);
    return s->bitmap != NULL;
}

int has(const struct set *s, unsigned bit) {
    unsigned b;

    if (s->bits == 0)
        return 0;
    b = bit % s->bits;
    return s->bitmap[b >> 3] >> (b & 7) & 1;
}

/* Two vectors whose arrays are called alike. */
int starts_with(const struct vector *whole, const struct vector *start) {
    size_t n = 0;

    if (whole->count < start->count)
        return 0;
    while (n < start->count && whole->items[n] == start->items[n])
        n++;
    return n == start->count;
}
