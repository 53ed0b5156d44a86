#include <stddef.h>
#include <string.h>

/* Rows are as long as a parameter says. */
int trace(int n, int m[n][n]) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}

void transpose(int rows, int columns, int from[rows][columns], int to[columns][rows]) {
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++)
            to[j][i] = from[i][j];
    }
}

int largest(size_t layers, size_t rows, const short cube[layers][rows][2]) {
    int found = -1;
    for (size_t i = 0; i < layers; i++) {
        for (size_t j = 0; j < rows; j++) {
            for (int k = 0; k < 2; k++) {
                if (found < cube[i][j][k])
                    found = cube[i][j][k];
            }
        }
    }
    return found;
}

int is_identity(int n, const int m[n][n]) {
    if (m == NULL)
        return -1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (m[i][j] != (i == j))
                return 0;
        }
    }
    return 1;
}

/* Where a number is zero, a mistake in what is done with it does not show. */
void put(char *buffer, size_t at, const char *text, size_t length) {
    memcpy(buffer + at, text, length);
}

void fill(int *values, int from, int count, int value) {
    for (int i = 0; i < count; i++)
        values[from + i] = value;
}

/* It has no loop that would show how many rows there are. */
int determinant(const int m[2][2]) {
    return (int)((unsigned)m[0][0] * (unsigned)m[1][1] - (unsigned)m[0][1] * (unsigned)m[1][0]);
}

/* No pair at all is an array on the heap. */
int n_alike(const unsigned (*pairs)[2], int n) {
    int found = 0;
    for (int i = 0; i < n; i++)
        found += pairs[i][0] == pairs[i][1];
    return found;
}
