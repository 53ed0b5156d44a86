/* Gauss: a system of linear equations is solved modulo a small prime. */
#define N 3
#define PRIME 7

static int inverse(int a) {
    for (int b = 1; b < PRIME; b++) {
        if (a * b % PRIME == 1)
            return b;
    }
    return 0;
}

static void subtract(unsigned char *row, const unsigned char *other, int factor) {
    for (int j = 0; j <= N; j++)
        row[j] = (unsigned char)((row[j] + (PRIME - factor) * other[j]) % PRIME);
}

/* The solution stands in the last column. Returns 0 if the system has not exactly one. */
int solve(unsigned char rows[N][N + 1]) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= N; j++)
            rows[i][j] %= PRIME;
    }
    for (int k = 0; k < N; k++) {
        int factor;

        for (int i = k + 1; rows[k][k] == 0 && i < N; i++)
            subtract(rows[k], rows[i], PRIME - 1);
        if (rows[k][k] == 0)
            return 0;
        factor = inverse(rows[k][k]);
        for (int j = 0; j <= N; j++)
            rows[k][j] = (unsigned char)(rows[k][j] * factor % PRIME);
        for (int i = 0; i < N; i++) {
            if (i != k)
                subtract(rows[i], rows[k], rows[i][k]);
        }
    }
    return 1;
}
