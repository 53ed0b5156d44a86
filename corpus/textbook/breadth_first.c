/* Breadth-first search: how many edges lead from one vertex to another, or -1. */
#define N 5

int distance(unsigned char edges[N][N], unsigned from, unsigned to) {
    unsigned queue[N], first = 0, last = 0;
    int distances[N];

    if (from >= N || to >= N)
        return -1;
    for (unsigned i = 0; i < N; i++)
        distances[i] = -1;
    distances[from] = 0;
    queue[last++] = from;
    while (first < last) {
        unsigned vertex = queue[first++];

        if (vertex == to)
            return distances[vertex];
        for (unsigned i = 0; i < N; i++) {
            if (edges[vertex][i] && distances[i] < 0) {
                distances[i] = distances[vertex] + 1;
                queue[last++] = i;
            }
        }
    }
    return -1;
}
