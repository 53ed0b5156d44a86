/* Flood fill: how many fields have the colour of a field and are joined to it; they get another colour. */
#define SIZE 4

int fill(char picture[SIZE][SIZE], int x, int y, char from, char to) {
    if (x < 0 || x >= SIZE || y < 0 || y >= SIZE)
        return 0;
    if (picture[y][x] != from || from == to)
        return 0;
    picture[y][x] = to;
    return 1 + fill(picture, x - 1, y, from, to) + fill(picture, x + 1, y, from, to)
             + fill(picture, x, y - 1, from, to) + fill(picture, x, y + 1, from, to);
}
