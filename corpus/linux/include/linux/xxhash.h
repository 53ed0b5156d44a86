/* A fast hash. */
#ifndef SHIM_LINUX_XXHASH_H
#define SHIM_LINUX_XXHASH_H

#include <linux/types.h>

uint32_t xxh32(const void *input, size_t size, uint32_t seed);
uint64_t xxh64(const void *input, size_t size, uint64_t seed);

struct xxh32_state {
    uint32_t total_len_32, large_len, v1, v2, v3, v4;
    uint32_t mem32[4];
    uint32_t memsize;
};

struct xxh64_state {
    uint64_t total_len, v1, v2, v3, v4;
    uint64_t mem64[4];
    uint32_t memsize;
};

void xxh32_reset(struct xxh32_state *state, uint32_t seed);
int xxh32_update(struct xxh32_state *state, const void *input, size_t size);
uint32_t xxh32_digest(const struct xxh32_state *state);
void xxh64_reset(struct xxh64_state *state, uint64_t seed);
int xxh64_update(struct xxh64_state *state, const void *input, size_t size);
uint64_t xxh64_digest(const struct xxh64_state *state);
void xxh32_copy_state(struct xxh32_state *to, const struct xxh32_state *from);
void xxh64_copy_state(struct xxh64_state *to, const struct xxh64_state *from);

#endif
