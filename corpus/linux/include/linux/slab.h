/* Memory: the kernel's allocator is malloc. */
#ifndef SHIM_LINUX_SLAB_H
#define SHIM_LINUX_SLAB_H

#include <linux/export.h>
#include <linux/limits.h>
#include <linux/types.h>

#define GFP_KERNEL 0u
#define GFP_ATOMIC 0u
#define __GFP_ZERO 0u

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *pointer, size_t size);
void free(void *pointer);

#define KMALLOC_MAX_SIZE (1ul << 22)

#define kmalloc(size, flags) malloc(size)
#define kzalloc(size, flags) calloc(1, size)
#define kcalloc(count, size, flags) calloc(count, size)
#define kmalloc_array_node(count, size, flags, node) calloc(count, size)
#define kmalloc_array(count, size, flags) calloc(count, size)
#define krealloc(pointer, size, flags) realloc((void *)(pointer), size)
#define kfree(pointer) free((void *)(pointer))
#define kvfree(pointer) free((void *)(pointer))

/* A copy of some characters, with a terminator. */
static inline char *kmemdup_nul(const char *s, size_t size, gfp_t flags) {
    char *copy = malloc(size + 1);

    for (size_t i = 0; i < size; i++)
        copy[i] = s[i];
    copy[size] = '\0';
    return copy;
}

/* A copy of a string up to a limit. */
static inline char *kstrndup(const char *s, size_t limit, gfp_t flags) {
    size_t size = 0;

    while (size < limit && s[size] != '\0')
        size++;
    return kmemdup_nul(s, size, flags);
}

#endif
