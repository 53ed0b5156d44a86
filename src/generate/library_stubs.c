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

void caller_free(void *block);
void caller_free(void *block) {
    free(block);
}

/* The same of an allocator whose functions are given what it is for. */
void *caller_context_malloc(void *context, size_t size);
void *caller_context_malloc(void *context, size_t size) {
    (void)context;
    return malloc(size);
}

void *caller_context_realloc(void *context, void *block, size_t size);
void *caller_context_realloc(void *context, void *block, size_t size) {
    (void)context;
    return realloc(block, size);
}

void *caller_context_calloc(void *context, size_t count, size_t size);
void *caller_context_calloc(void *context, size_t count, size_t size) {
    (void)context;
    return calloc(count, size);
}

void caller_context_free(void *context, void *block);
void caller_context_free(void *context, void *block) {
    (void)context;
    free(block);
}
