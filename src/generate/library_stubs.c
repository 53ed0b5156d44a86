/* What callers may give where a function of this kind is asked for. */
#include <stdlib.h>

void *caller_malloc(size_t size);
void *caller_malloc(size_t size) {
    return malloc(size);
}

void *caller_realloc(void *block, size_t size);
void *caller_realloc(void *block, size_t size) {
    return realloc(block, size);
}

void *caller_calloc(size_t count, size_t size);
void *caller_calloc(size_t count, size_t size) {
    return calloc(count, size);
}
