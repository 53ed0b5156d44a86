#ifndef TABLES_H
#define TABLES_H

#include <stdbool.h>
#include <stddef.h>

struct entry {
    const char *key;
    int value;
};

struct ring {
    int slots[4];
    unsigned head, count;
};

struct heap {
    int items[6];
    int n;
};

extern const struct entry settings[3];
extern int hits, misses;

int setting(const char *key, int fallback);
bool ring_put(struct ring *ring, int value);
bool ring_get(struct ring *ring, int *value);
int heap_push(struct heap *heap, int item);
int search(const int *numbers, size_t n, int wanted);
size_t unique(int *numbers, size_t n);
void rotate_left(int numbers[4], unsigned by);
void multiply(const int a[2][2], const int b[2][2], int out[2][2]);
int determinant(const int m[2][2]);
int row_of_most(const int table[3][2]);

#endif
