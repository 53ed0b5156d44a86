/* How many ways lead to the lower right corner of a grid with walls, going right and down. */
#define SIZE 4

unsigned count_ways(unsigned char walls[SIZE][SIZE]) {
    unsigned ways[SIZE][SIZE] = {{0}};

    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            if (walls[i][j])
                continue;
            if (i == 0 && j == 0)
                ways[i][j] = 1;
            if (i > 0)
                ways[i][j] += ways[i - 1][j];
            if (j > 0)
                ways[i][j] += ways[i][j - 1];
        }
    }
    return ways[SIZE - 1][SIZE - 1];
}
