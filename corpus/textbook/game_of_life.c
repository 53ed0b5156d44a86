/* A generation of Conway's Game of Life on a small board with an edge. */
#define SIZE 4

static int neighbours(unsigned char board[SIZE][SIZE], int row, int column) {
    int n = 0;

    for (int i = row - 1; i <= row + 1; i++) {
        for (int j = column - 1; j <= column + 1; j++) {
            if (i < 0 || i >= SIZE || j < 0 || j >= SIZE)
                continue;
            if ((i != row || j != column) && board[i][j] != 0)
                n++;
        }
    }
    return n;
}

/* Returns how many cells live then. */
int step(unsigned char board[SIZE][SIZE], unsigned char next[SIZE][SIZE]) {
    int n_alive = 0;

    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            int n = neighbours(board, i, j);

            next[i][j] = n == 3 || (n == 2 && board[i][j] != 0);
            n_alive += next[i][j];
        }
    }
    return n_alive;
}
