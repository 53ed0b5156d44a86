/* A square matrix is transposed in place, turned by a quarter, and tested for symmetry. */
#define N 3

void transpose(int matrix[N][N]) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            int value = matrix[i][j];

            matrix[i][j] = matrix[j][i];
            matrix[j][i] = value;
        }
    }
}

void turn(int matrix[N][N]) {
    transpose(matrix);
    for (int i = 0; i < N; i++) {
        int value = matrix[i][0];

        matrix[i][0] = matrix[i][N - 1];
        matrix[i][N - 1] = value;
    }
}

int is_symmetric(int matrix[N][N]) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            if (matrix[i][j] != matrix[j][i])
                return 0;
        }
    }
    return 1;
}
