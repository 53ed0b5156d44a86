/* Hashes by multiplication, with the golden ratio. */
#ifndef SHIM_LINUX_HASH_H
#define SHIM_LINUX_HASH_H

#include <linux/types.h>

static inline u32 hash_64(u64 value, unsigned int bits) {
    return (u32)(value * 0x61c8864680b583ebull >> (64 - bits));
}

#define hash_long(value, bits) hash_64(value, bits)

#endif
