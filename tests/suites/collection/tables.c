/* Tables, rings, heaps, arrays, matrices, globals. */
#include "tables.h"

#include <string.h>

const struct entry settings[3] = {{"depth", 4}, {"width", 80}, {"color", 1}};
int hits, misses;

int setting(const char *key, int fallback)
{
    for (size_t i = 0; i < 3; i++) {
        if (strcmp(settings[i].key, key) == 0) {
            hits++;
            return settings[i].value;
        }
    }
    misses++;
    return fallback;
}

bool ring_put(struct ring *ring, int value)
{
    if (ring->head > 3 || ring->count >= 4)
        return false;
    ring->slots[(ring->head + ring->count) % 4] = value;
    ring->count++;
    return true;
}

bool ring_get(struct ring *ring, int *value)
{
    if (ring->head > 3 || ring->count == 0 || ring->count > 4)
        return false;
    *value = ring->slots[ring->head];
    ring->head = (ring->head + 1) % 4;
    ring->count--;
    return true;
}

int heap_push(struct heap *heap, int item)
{
    int at;

    if (heap->n < 0 || heap->n >= 6)
        return -1;
    at = heap->n++;
    while (at > 0 && heap->items[(at - 1) / 2] > item) {
        heap->items[at] = heap->items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->items[at] = item;
    return at;
}

int search(const int *numbers, size_t n, int wanted)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (numbers[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && numbers[low] == wanted ? (int)low : -1;
}

size_t unique(int *numbers, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || numbers[kept - 1] != numbers[i])
            numbers[kept++] = numbers[i];
    }
    return kept;
}

void rotate_left(int numbers[4], unsigned by)
{
    int old[4];

    memcpy(old, numbers, sizeof old);
    for (unsigned i = 0; i < 4; i++)
        numbers[i] = old[(i + by % 4) % 4];
}

void multiply(const int a[2][2], const int b[2][2], int out[2][2])
{
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            unsigned sum = 0;

            for (int k = 0; k < 2; k++)
                sum += (unsigned)a[i][k] * (unsigned)b[k][j];
            out[i][j] = (int)sum;
        }
    }
}

int determinant(const int m[2][2])
{
    return (int)((unsigned)m[0][0] * (unsigned)m[1][1] - (unsigned)m[0][1] * (unsigned)m[1][0]);
}

int row_of_most(const int table[3][2])
{
    int best = 0;

    for (int i = 1; i < 3; i++) {
        long sum = (long)table[i][0] + table[i][1];

        if (sum > (long)table[best][0] + table[best][1])
            best = i;
    }
    return best;
}
