/* Whether the vertices of a graph can have two colours so that each edge joins both. */
#define N 4

static int paint(unsigned char edges[N][N], int *colours, int vertex, int colour) {
    if (colours[vertex] != 0)
        return colours[vertex] == colour;
    colours[vertex] = colour;
    for (int i = 0; i < N; i++) {
        if ((edges[vertex][i] || edges[i][vertex]) && !paint(edges, colours, i, -colour))
            return 0;
    }
    return 1;
}

int is_bipartite(unsigned char edges[N][N]) {
    int colours[N] = {0};

    for (int i = 0; i < N; i++) {
        if (colours[i] == 0 && !paint(edges, colours, i, 1))
            return 0;
    }
    return 1;
}
