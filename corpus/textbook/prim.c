/* Prim: the weight of the least spanning tree of a graph, or -1 if the graph is not connected. */
#define N 4

int spanning_weight(unsigned char weights[N][N]) {
    int is_in[N] = {1};
    int sum = 0;

    for (int n = 1; n < N; n++) {
        int best = 0, next = -1;

        for (int i = 0; i < N; i++) {
            for (int j = 0; is_in[i] && j < N; j++) {
                int weight = weights[i][j];

                if (!is_in[j] && weight != 0 && (next < 0 || weight < best)) {
                    best = weight;
                    next = j;
                }
            }
        }
        if (next < 0)
            return -1;
        is_in[next] = 1;
        sum += best;
    }
    return sum;
}
