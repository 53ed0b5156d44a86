/* Blocks of one size. What is given back to a pool has to come from this pool. */
#include <stdlib.h>

struct block {
    struct block *next;
};

struct pool {
    struct block *free;
    int n_used;
    size_t size;
};

struct pool *pool_new(size_t size) {
    if (size < sizeof(struct block) || size > 64)
        return NULL;
    struct pool *pool = calloc(1, sizeof *pool);
    if (pool != NULL)
        pool->size = size;
    return pool;
}

void *pool_take(struct pool *pool) {
    struct block *block = pool->free;
    if (block != NULL)
        pool->free = block->next;
    else
        block = malloc(sizeof *block + pool->size);
    if (block == NULL)
        return NULL;
    pool->n_used++;
    return block + 1;
}

void pool_give(struct pool *pool, void *taken) {
    struct block *block = (struct block *)taken - 1;
    block->next = pool->free;
    pool->free = block;
    pool->n_used--;
}

void pool_free(struct pool *pool) {
    while (pool->free != NULL) {
        struct block *next = pool->free->next;
        free(pool->free);
        pool->free = next;
    }
    free(pool);
}
