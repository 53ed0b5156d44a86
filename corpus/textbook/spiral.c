/* The values of a matrix are read in a spiral from the top left corner inwards. */
#define N_ROWS 3
#define N_COLUMNS 4

int read_spiral(int matrix[N_ROWS][N_COLUMNS], int values[N_ROWS * N_COLUMNS]) {
    int top = 0, bottom = N_ROWS - 1, left = 0, right = N_COLUMNS - 1, n = 0;

    while (top <= bottom && left <= right) {
        for (int j = left; j <= right; j++)
            values[n++] = matrix[top][j];
        top++;
        for (int i = top; i <= bottom; i++)
            values[n++] = matrix[i][right];
        right--;
        for (int j = right; top <= bottom && j >= left; j--)
            values[n++] = matrix[bottom][j];
        bottom--;
        for (int i = bottom; left <= right && i >= top; i--)
            values[n++] = matrix[i][left];
        left++;
    }
    return n;
}
