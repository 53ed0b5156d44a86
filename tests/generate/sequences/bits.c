#include <stdlib.h>
/* A set of small numbers. */
struct bits { unsigned long *words; unsigned n; unsigned n_set; };
enum { WORD = 64 };
struct bits *bits_new(unsigned n) {
    if (n == 0 || n > 256) return NULL;
    struct bits *b = malloc(sizeof *b);
    if (b == NULL) return NULL;
    b->words = calloc((n + WORD - 1) / WORD, sizeof *b->words);
    if (b->words == NULL) { free(b); return NULL; }
    b->n = n;
    b->n_set = 0;
    return b;
}
int bits_has(const struct bits *b, unsigned i) {
    if (i >= b->n) return 0;
    return (b->words[i / WORD] >> (i % WORD) & 1) != 0;
}
int bits_add(struct bits *b, unsigned i) {
    if (i >= b->n) return -1;
    if (bits_has(b, i)) return 0;
    b->words[i / WORD] |= 1ul << (i % WORD);
    b->n_set++;
    return 1;
}
int bits_remove(struct bits *b, unsigned i) {
    if (!bits_has(b, i)) return 0;
    b->words[i / WORD] &= ~(1ul << (i % WORD));
    b->n_set--;
    return 1;
}
int bits_is_full(const struct bits *b) { return b->n_set == b->n; }
int bits_first(const struct bits *b) {
    for (unsigned i = 0; i < b->n; i++)
        if (bits_has(b, i)) return (int)i;
    return -1;
}
void bits_free(struct bits *b) {
    if (b == NULL) return;
    free(b->words);
    free(b);
}
