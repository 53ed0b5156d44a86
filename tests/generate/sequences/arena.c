#include <stdlib.h>
/* Memory that is given out piece by piece and given back at once. */
struct block { struct block *next; size_t size, used; char bytes[64]; };
struct arena { struct block *blocks; int n_blocks; size_t given; };
struct arena *arena_new(void) {
    struct arena *a = malloc(sizeof *a);
    if (a == NULL) return NULL;
    a->blocks = NULL;
    a->n_blocks = 0;
    a->given = 0;
    return a;
}
char *arena_give(struct arena *a, size_t n) {
    if (n == 0 || n > 64) return NULL;
    n = (n + 7) / 8 * 8;
    struct block *b = a->blocks;
    if (b == NULL || b->size - b->used < n) {
        b = malloc(sizeof *b);
        if (b == NULL) return NULL;
        b->size = sizeof b->bytes;
        b->used = 0;
        b->next = a->blocks;
        a->blocks = b;
        a->n_blocks++;
    }
    char *piece = b->bytes + b->used;
    b->used += n;
    a->given += n;
    return piece;
}
int arena_is_large(const struct arena *a) { return a->n_blocks > 2; }
size_t arena_wasted(const struct arena *a) {
    size_t sum = 0;
    for (const struct block *b = a->blocks; b != NULL; b = b->next)
        if (b != a->blocks) sum += b->size - b->used;
    return sum;
}
void arena_reset(struct arena *a) {
    while (a->blocks != NULL && a->blocks->next != NULL) {
        struct block *b = a->blocks;
        a->blocks = b->next;
        free(b);
        a->n_blocks--;
    }
    if (a->blocks != NULL) a->blocks->used = 0;
    a->given = 0;
}
void arena_free(struct arena *a) {
    if (a == NULL) return;
    while (a->blocks != NULL) {
        struct block *b = a->blocks;
        a->blocks = b->next;
        free(b);
    }
    free(a);
}
