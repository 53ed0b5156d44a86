/* Dijkstra: the lengths of the shortest paths from a vertex; an edge of length zero is none. */
#define N 4
#define FAR 0xffffffffu

static int nearest(const unsigned *lengths, const int *is_done) {
    int best = -1;

    for (int i = 0; i < N; i++) {
        if (!is_done[i] && lengths[i] != FAR && (best < 0 || lengths[i] < lengths[best]))
            best = i;
    }
    return best;
}

int dijkstra(unsigned char edges[N][N], unsigned from, unsigned lengths[N]) {
    int is_done[N] = {0};
    int vertex;

    if (from >= N)
        return -1;
    for (int i = 0; i < N; i++)
        lengths[i] = FAR;
    lengths[from] = 0;
    while ((vertex = nearest(lengths, is_done)) >= 0) {
        is_done[vertex] = 1;
        for (int i = 0; i < N; i++) {
            unsigned length = lengths[vertex] + edges[vertex][i];

            if (edges[vertex][i] != 0 && length < lengths[i])
                lengths[i] = length;
        }
    }
    return 0;
}
