/* A maze: the input is the way, and one way is right. */
#include "symir.h"

static const char plan[7][12] = {
    "+-+-------+", "| |     |#|", "| | --+ | |", "| |   | | |", "| +-- | | |", "|     |   |", "+-----+---+",
};

int maze(const char *way)
{
    int x = 1, y = 1;
    for (int i = 0; way[i]; i++) {
        int from_x = x, from_y = y;
        switch (way[i]) {
        case 'w':
            y--;
            break;
        case 's':
            y++;
            break;
        case 'a':
            x--;
            break;
        case 'd':
            x++;
            break;
        default:
            return -1;
        }
        if (plan[y][x] == '#')
            return 1;
        if (plan[y][x] != ' ' || (x == from_x && y == from_y))
            return 0;
    }
    return -2;
}

int main(void)
{
    char way[29];
    symir_string(way, sizeof way, "way");
    SYMIR_TEST(maze, way);
}
