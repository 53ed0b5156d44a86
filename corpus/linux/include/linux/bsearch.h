/* Search in a sorted array: the loop is that of the kernel's header, written anew. */
#ifndef SHIM_LINUX_BSEARCH_H
#define SHIM_LINUX_BSEARCH_H

#include <linux/compiler.h>
#include <linux/types.h>

static __always_inline void *__inline_bsearch(const void *key, const void *base, size_t count, size_t size,
                                              cmp_func_t compare) {
    const char *low = base;

    for (; count > 0; count /= 2) {
        const char *middle = low + count / 2 * size;
        int order = compare(key, middle);

        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            low = middle + size;
            count--;
        }
    }
    return NULL;
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, cmp_func_t compare);

#endif
