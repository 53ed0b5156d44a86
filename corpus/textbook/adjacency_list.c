/* A graph of nodes that point to lists of edges: whether one node can be reached from another. */
#include <stddef.h>

struct vertex;

struct edge {
    struct vertex *to;
    struct edge *next;
};

struct vertex {
    int is_visited;
    struct edge *edges;
};

int can_reach(struct vertex *from, const struct vertex *to) {
    if (from == to)
        return 1;
    if (from->is_visited)
        return 0;
    from->is_visited = 1;
    for (const struct edge *edge = from->edges; edge != NULL; edge = edge->next) {
        if (edge->to != NULL && can_reach(edge->to, to))
            return 1;
    }
    return 0;
}
