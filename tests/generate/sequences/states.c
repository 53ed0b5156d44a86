#include <stdlib.h>
/* A pool whose free slots lie in a list: one error that calls come to, and one that only a broken pool has. */
struct pool { int next[4]; int first; int used; };
struct pool *pool_new(void) {
    struct pool *p = malloc(sizeof *p);
    if (p == NULL) return NULL;
    for (int i = 0; i < 4; i++) p->next[i] = i + 1;
    p->first = 0;
    p->used = 0;
    return p;
}
int pool_take(struct pool *p) {
    int slot = p->first;
    if (p->used == 4) return -1;
    p->first = p->next[slot];
    p->used++;
    return slot;
}
int pool_mean(struct pool *p, int sum) { p->used += 0; return sum / p->used; }
void pool_free(struct pool *p) { free(p); }
