/* A keyed hash. */
#ifndef SHIM_LINUX_SIPHASH_H
#define SHIM_LINUX_SIPHASH_H

#include <linux/random.h>
#include <linux/types.h>

typedef struct {
    u64 key[2];
} siphash_key_t;

u64 siphash_1u64(u64 value, const siphash_key_t *key);

#endif
