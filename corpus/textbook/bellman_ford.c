/* Bellman and Ford: shortest paths over edges that may have negative lengths. */
#include <limits.h>

#define N 4

struct edge {
    unsigned char from, to;
    signed char length;
};

/* Returns 0, or -1 if a vertex does not exist or a cycle has a negative length. */
int bellman_ford(const struct edge *edges, int n, int lengths[N]) {
    for (int i = 0; i < N; i++)
        lengths[i] = i == 0 ? 0 : INT_MAX;
    for (int i = 0; i < n; i++) {
        if (edges[i].from >= N || edges[i].to >= N)
            return -1;
    }
    for (int round = 0; round < N; round++) {
        int is_changed = 0;

        for (const struct edge *edge = edges; edge < edges + n; edge++) {
            if (lengths[edge->from] != INT_MAX && lengths[edge->from] + edge->length < lengths[edge->to]) {
                lengths[edge->to] = lengths[edge->from] + edge->length;
                is_changed = 1;
            }
        }
        if (!is_changed)
            return 0;
    }
    return -1;
}
