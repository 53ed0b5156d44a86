/* The product of two matrices, and a power of one, modulo 2^32. */
#define N 3

void multiply(unsigned a[N][N], unsigned b[N][N], unsigned product[N][N]) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            product[i][j] = 0;
            for (int k = 0; k < N; k++)
                product[i][j] += a[i][k] * b[k][j];
        }
    }
}

static void copy(unsigned from[N][N], unsigned to[N][N]) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            to[i][j] = from[i][j];
    }
}

void power(unsigned base[N][N], unsigned char exponent, unsigned result[N][N]) {
    unsigned product[N][N];

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            result[i][j] = i == j;
    }
    for (; exponent > 0; exponent = (unsigned char)(exponent / 2)) {
        if (exponent % 2 == 1) {
            multiply(result, base, product);
            copy(product, result);
        }
        multiply(base, base, product);
        copy(product, base);
    }
}
