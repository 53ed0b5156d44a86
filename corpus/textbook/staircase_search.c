/* Search in a matrix whose rows and columns are sorted, from the top right corner on. */
#define SIZE 4

int staircase_search(int matrix[SIZE][SIZE], int wanted, int *row, int *column) {
    int i = 0, j = SIZE - 1;

    while (i < SIZE && j >= 0) {
        if (matrix[i][j] == wanted) {
            *row = i;
            *column = j;
            return 1;
        }
        if (matrix[i][j] > wanted)
            j--;
        else
            i++;
    }
    return 0;
}
