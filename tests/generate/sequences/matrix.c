#include <stdlib.h>
struct matrix { int rows, columns; int *values; };
struct matrix *matrix_new(int rows, int columns) {
    if (rows < 1 || columns < 1 || rows > 8 || columns > 8) return NULL;
    struct matrix *m = malloc(sizeof *m);
    if (m == NULL) return NULL;
    m->values = calloc((size_t)rows * columns, sizeof *m->values);
    if (m->values == NULL) { free(m); return NULL; }
    m->rows = rows;
    m->columns = columns;
    return m;
}
int matrix_set(struct matrix *m, int row, int column, int value) {
    if (row < 0 || row >= m->rows || column < 0 || column >= m->columns) return 0;
    m->values[row * m->columns + column] = value;
    return 1;
}
int matrix_is_symmetric(const struct matrix *m) {
    if (m->rows != m->columns) return 0;
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < i; j++)
            if (m->values[i * m->columns + j] != m->values[j * m->columns + i]) return 0;
    return 1;
}
int matrix_add(struct matrix *m, const struct matrix *other) {
    if (m->rows != other->rows || m->columns != other->columns) return -1;
    int n = 0;
    for (int i = 0; i < m->rows * m->columns; i++) {
        if (other->values[i] == 0) continue;
        m->values[i] = (int)((unsigned)m->values[i] + (unsigned)other->values[i]);
        n++;
    }
    return n;
}
void matrix_free(struct matrix *m) {
    if (m == NULL) return;
    free(m->values);
    free(m);
}
