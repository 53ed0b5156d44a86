/* Floyd and Warshall: the lengths of the shortest paths between all vertices, in place. */
#define N 3
#define FAR 1000

void all_paths(short lengths[N][N]) {
    for (int k = 0; k < N; k++) {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                int length = lengths[i][k] + lengths[k][j];

                if (lengths[i][k] < FAR && lengths[k][j] < FAR && length < lengths[i][j])
                    lengths[i][j] = (short)length;
            }
        }
    }
}
