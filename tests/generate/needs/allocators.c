/* Objects that are made with an allocator of the caller's, whose functions are given a context. */
#include <stdlib.h>
#include <string.h>

typedef void *(*pool_malloc)(void *context, size_t size);
typedef void *(*pool_realloc)(void *context, void *block, size_t size);
typedef void (*pool_free)(void *context, void *block);

struct pool {
    pool_malloc malloc;
    pool_realloc realloc;
    pool_free free;
    void *context;
};

typedef struct line *line_t;

struct line {
    size_t used;
    size_t room;
    char *letters;
    struct pool *pool;
};

line_t line_new(struct pool *pool) {
    line_t line = pool->malloc(pool->context, sizeof *line);
    memset(line, 0, sizeof *line);
    line->pool = pool;
    return line;
}

void line_add(line_t line, char letter) {
    if (line->used == line->room) {
        line->room += 4;
        line->letters = line->pool->realloc(line->pool->context, line->letters, line->room);
    }
    line->letters[line->used++] = letter;
}

size_t line_count(const struct line *line, char letter) {
    size_t n = 0;
    for (size_t i = 0; i < line->used; i++)
        n += line->letters[i] == letter;
    return n;
}

void line_free(line_t line) {
    line->pool->free(line->pool->context, line->letters);
    line->pool->free(line->pool->context, line);
}

/* Gives up where there is no memory, on purpose. */
char *pair(char first, char second) {
    char *made = malloc(2);
    if (made == NULL) abort();
    made[0] = first;
    made[1] = second;
    return made;
}
