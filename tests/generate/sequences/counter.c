/* A state that only very many calls lead to, and a branch that no argument takes. */
#include <stdlib.h>
struct counter { unsigned n; };
struct counter *counter_new(void) { return calloc(1, sizeof(struct counter)); }
void counter_add(struct counter *c) { c->n++; }
void counter_free(struct counter *c) { free(c); }
int counter_judge(const struct counter *c, int x) {
    if (x < 0) return -1;
    if (x < -5) return -2;
    if (c->n > 1000) return 1;
    return 0;
}
