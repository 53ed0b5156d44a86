/* Queens are put on a board row by row, so that none attacks another. */
#define SIZE 6

static int is_safe(const int *columns, int row, int column) {
    for (int i = 0; i < row; i++) {
        if (columns[i] == column || columns[i] - column == row - i || column - columns[i] == row - i)
            return 0;
    }
    return 1;
}

/* Fills the rows from this one on; returns whether that can be done. */
int place_queens(int columns[SIZE], int row) {
    if (row < 0 || row > SIZE)
        return 0;
    if (row == SIZE)
        return 1;
    for (int column = 0; column < SIZE; column++) {
        if (is_safe(columns, row, column)) {
            columns[row] = column;
            if (place_queens(columns, row + 1))
                return 1;
        }
    }
    return 0;
}
