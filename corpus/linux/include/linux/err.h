/* Errors as pointers: the topmost addresses. */
#ifndef SHIM_LINUX_ERR_H
#define SHIM_LINUX_ERR_H

#include <linux/errno.h>
#include <linux/types.h>

#define MAX_ERRNO 4095

static inline void *ERR_PTR(long error) {
    return (void *)error;
}

static inline long PTR_ERR(const void *pointer) {
    return (long)pointer;
}

static inline bool IS_ERR(const void *pointer) {
    return (unsigned long)pointer >= -(unsigned long)MAX_ERRNO;
}

#define IS_ERR_VALUE(value) ((unsigned long)(value) >= -(unsigned long)MAX_ERRNO)

static inline bool IS_ERR_OR_NULL(const void *pointer) {
    return !pointer || IS_ERR(pointer);
}

#endif
