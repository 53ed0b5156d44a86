/* A pool: how large its blocks are, whoever makes it says. */
#include <stdlib.h>

struct block { struct block *next; };
struct pool { size_t size; struct block *blocks; };

struct pool *pool_new(size_t size) {
    struct pool *pool = malloc(sizeof *pool);

    if (!pool)
        return NULL;
    pool->size = size;
    pool->blocks = NULL;
    return pool;
}

/* Writes the header of a block, for which there has to be room. */
int pool_grow(struct pool *pool) {
    struct block *block = malloc(pool->size);

    if (!block)
        return 0;
    block->next = pool->blocks;
    pool->blocks = block;
    return 1;
}

void pool_free(struct pool *pool) {
    while (pool->blocks) {
        struct block *block = pool->blocks;

        pool->blocks = block->next;
        free(block);
    }
    free(pool);
}
