/* Objects that call back when they are freed, which is what a test ends with. */
#include <stdlib.h>

struct pool {
    void (*on_close)(void *context, int n);
    void *context;
    int n, most;
};

void pool_free(struct pool *pool) {
    if (pool->on_close != NULL)
        pool->on_close(pool->context, pool->n);
    free(pool);
}

struct pool *pool_new(int most, void (*on_close)(void *context, int n), void *context) {
    struct pool *pool;

    if (most <= 0)
        return NULL;
    pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pool->on_close = on_close;
    pool->context = context;
    pool->most = most;
    return pool;
}

int pool_take(struct pool *pool) {
    if (pool->n == pool->most)
        return -1;
    return pool->n++;
}
