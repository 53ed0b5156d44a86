/* What is subtracted from an index, what a static function allocates for its callers, and a count behind a pointer. */
#include <stdlib.h>
#include <string.h>

enum { LEAST = 2, MOST = 30 };

static unsigned char rows[MOST - LEAST + 1];

/* The row of a length, of which there is none for 0 and 1. */
int row(size_t length) {
    if (length > MOST)
        return -1;
    return rows[length - LEAST];
}

static const int widths[5] = {0, 11, 13, 15, 17};

/* A frame with a mark in its first and in its last place. There is no version 0. */
static unsigned char *frame(int version) {
    int width = widths[version];
    unsigned char *places = calloc((size_t)width, 1);

    if (places == NULL)
        return NULL;
    places[0] = 1;
    places[width - 1] = 2;
    return places;
}

unsigned char *new_frame(int version) {
    if (version < 1 || version > 4)
        return NULL;
    return frame(version);
}

struct block {
    int size;
};

/* Adds a block; without blocks, the count is 0. */
int add_block(int *count, struct block **blocks, int size) {
    struct block *longer;

    if (*blocks == NULL)
        *blocks = malloc(sizeof **blocks);
    else {
        longer = realloc(*blocks, ((size_t)*count + 1) * sizeof *longer);
        if (longer == NULL)
            return 0;
        *blocks = longer;
    }
    if (*blocks == NULL)
        return 0;
    (*blocks)[(*count)++].size = size;
    return 1;
}
