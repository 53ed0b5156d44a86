/* The connected components of a graph, by depth-first search. */
#define N 4

static void visit(unsigned char edges[N][N], int *component, int vertex, int number) {
    component[vertex] = number;
    for (int i = 0; i < N; i++) {
        if ((edges[vertex][i] || edges[i][vertex]) && component[i] < 0)
            visit(edges, component, i, number);
    }
}

int components(unsigned char edges[N][N]) {
    int component[N], n = 0;

    for (int i = 0; i < N; i++)
        component[i] = -1;
    for (int i = 0; i < N; i++) {
        if (component[i] < 0)
            visit(edges, component, i, n++);
    }
    return n;
}
