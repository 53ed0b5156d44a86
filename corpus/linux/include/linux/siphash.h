/* A keyed hash: SipHash of Aumasson and Bernstein. */
#ifndef SHIM_LINUX_SIPHASH_H
#define SHIM_LINUX_SIPHASH_H

#include <asm/byteorder.h>
#include <asm/unaligned.h>
#include <linux/export.h>
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/random.h>
#include <linux/types.h>

typedef struct {
    u64 key[2];
} siphash_key_t;

typedef struct {
    unsigned long key[2];
} hsiphash_key_t;

#define SIPHASH_ALIGNMENT __alignof__(u64)
#define HSIPHASH_ALIGNMENT __alignof__(unsigned long)

/* The constants spell "somepseudorandomlygeneratedbytes". */
#define SIPHASH_CONST_0 0x736f6d6570736575ull
#define SIPHASH_CONST_1 0x646f72616e646f6dull
#define SIPHASH_CONST_2 0x6c7967656e657261ull
#define SIPHASH_CONST_3 0x7465646279746573ull
#define SIPHASH_HALF(a, b, c, d, left, right) (a += b, b = rol64(b, left) ^ a, c += d, d = rol64(d, right) ^ c)
#define SIPHASH_PERMUTATION(a, b, c, d) \
    (SIPHASH_HALF(a, b, c, d, 13, 16), a = rol64(a, 32), SIPHASH_HALF(c, b, a, d, 17, 21), c = rol64(c, 32))

u64 __siphash_aligned(const void *bytes, size_t size, const siphash_key_t *key);
u64 __siphash_unaligned(const void *bytes, size_t size, const siphash_key_t *key);
u64 siphash_1u64(u64 a, const siphash_key_t *key);
u64 siphash_2u64(u64 a, u64 b, const siphash_key_t *key);
u64 siphash_3u64(u64 a, u64 b, u64 c, const siphash_key_t *key);
u64 siphash_4u64(u64 a, u64 b, u64 c, u64 d, const siphash_key_t *key);
u64 siphash_1u32(u32 a, const siphash_key_t *key);
u64 siphash_3u32(u32 a, u32 b, u32 c, const siphash_key_t *key);
u32 __hsiphash_aligned(const void *bytes, size_t size, const hsiphash_key_t *key);
u32 __hsiphash_unaligned(const void *bytes, size_t size, const hsiphash_key_t *key);
u32 hsiphash_1u32(u32 a, const hsiphash_key_t *key);
u32 hsiphash_2u32(u32 a, u32 b, const hsiphash_key_t *key);
u32 hsiphash_3u32(u32 a, u32 b, u32 c, const hsiphash_key_t *key);
u32 hsiphash_4u32(u32 a, u32 b, u32 c, u32 d, const hsiphash_key_t *key);

#endif
