/* LZ4. */
#ifndef SHIM_LINUX_LZ4_H
#define SHIM_LINUX_LZ4_H

#include <linux/types.h>

#define LZ4_MEMORY_USAGE 14
#define LZ4_MAX_INPUT_SIZE 0x7e000000
#define LZ4_HASHTABLESIZE (1 << LZ4_MEMORY_USAGE)
#define LZ4_HASH_SIZE_U32 (1 << (LZ4_MEMORY_USAGE - 2))
#define LZ4_STREAMSIZE_U64 ((1 << (LZ4_MEMORY_USAGE - 3)) + 4)
#define LZ4_STREAMDECODESIZE_U64 4
#define LZ4HC_HASH_LOG 15
#define LZ4HC_HASHTABLESIZE (1 << LZ4HC_HASH_LOG)

typedef struct {
    const uint8_t *externalDict;
    size_t extDictSize;
    const uint8_t *prefixEnd;
    size_t prefixSize;
} LZ4_streamDecode_t_internal;

typedef union {
    unsigned long long table[LZ4_STREAMDECODESIZE_U64];
    LZ4_streamDecode_t_internal internal_donotuse;
} LZ4_streamDecode_t;

int LZ4_decompress_safe(const char *from, char *to, int size, int room);
int LZ4_decompress_safe_partial(const char *from, char *to, int size, int wanted, int room);
int LZ4_decompress_fast(const char *from, char *to, int size);

#endif
