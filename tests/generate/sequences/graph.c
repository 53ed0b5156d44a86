#include <stdlib.h>
/* A graph whose edges are made of two of its nodes. */
struct node { int mark; struct node *to; };
struct graph { struct node *nodes[3]; int count; int edges; };
struct graph *graph_new(void) { return calloc(1, sizeof(struct graph)); }
struct node *graph_add(struct graph *g, int mark) {
    if (g->count == 3) return NULL;
    struct node *n = calloc(1, sizeof *n);
    if (n == NULL) return NULL;
    n->mark = mark;
    g->nodes[g->count++] = n;
    return n;
}
int graph_link(struct graph *g, struct node *from, struct node *to) {
    if (from == to || from->to != NULL) return -1;
    from->to = to;
    g->edges++;
    return 0;
}
int graph_is_linked(const struct graph *g) {
    if (g->edges > 0) return 1;
    return 0;
}
void graph_free(struct graph *g) {
    for (int i = 0; i < g->count; i++) free(g->nodes[i]);
    free(g);
}
