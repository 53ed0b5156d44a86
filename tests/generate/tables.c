/* Tables in variables of the file that it does not fill itself: they are inputs, and not zeros for ever. */
#include <stdbool.h>
#include <stdint.h>

struct slot {
    int key;
    int value;
};

int heights[6][7];
struct slot slots[8];
bool is_taken[64];

/* The padding behind `units` is no element of it. */
struct sensor {
    int id;
    bool is_on;
    char units[5];
};

int height_at(int x, int y)
{
    return heights[y][x];
}

int row_sum(int y)
{
    int sum = 0;

    for (int x = 0; x < 7; x++)
        sum += heights[y][x];
    return sum;
}

int find(int key)
{
    for (int i = 0; i < 8; i++)
        if (slots[i].key == key)
            return slots[i].value;
    return -1;
}

bool is_free(unsigned seat)
{
    return seat < 64 && !is_taken[seat];
}

char sensor_unit(const struct sensor *sensor, unsigned at)
{
    return sensor->units[at];
}

bool sensor_is_on(const struct sensor *sensor)
{
    return sensor->is_on;
}
