/* Kahn's topological sort: an order in which each vertex comes before those that its edges lead to. */
#define N 4

/* Returns how many vertices are in the order; fewer than all if there is a cycle. */
int topological_sort(unsigned char edges[N][N], int order[N]) {
    int n_before[N] = {0};
    int n = 0;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            n_before[j] += edges[i][j] != 0;
    }
    for (int i = 0; i < N; i++) {
        if (n_before[i] == 0)
            order[n++] = i;
    }
    for (int done = 0; done < n; done++) {
        for (int j = 0; j < N; j++) {
            if (edges[order[done]][j] && --n_before[j] == 0)
                order[n++] = j;
        }
    }
    return n;
}
