/* Searching and rotating bits. */
#ifndef SHIM_LINUX_BITOPS_H
#define SHIM_LINUX_BITOPS_H

#include <linux/bits.h>
#include <linux/types.h>

#define BITS_TO_LONGS(n) (((n) + BITS_PER_LONG - 1) / BITS_PER_LONG)

static inline unsigned long __ffs(unsigned long word) {
    return (unsigned long)__builtin_ctzl(word);
}

static inline unsigned long __fls(unsigned long word) {
    return 63 - (unsigned long)__builtin_clzl(word);
}

static inline int ffs(int word) {
    return __builtin_ffs(word);
}

static inline int fls(unsigned int word) {
    return word ? 32 - __builtin_clz(word) : 0;
}

static inline int fls64(u64 word) {
    return word ? 64 - __builtin_clzll(word) : 0;
}

static inline unsigned int __ffs64(u64 word) {
    return (unsigned int)__builtin_ctzll(word);
}

static inline unsigned long ffz(unsigned long word) {
    return __ffs(~word);
}

static inline unsigned long fns(unsigned long word, unsigned int n) {
    while (word) {
        unsigned long bit = __ffs(word);

        if (n-- == 0)
            return bit;
        word &= word - 1;
    }
    return BITS_PER_LONG;
}

unsigned int __sw_hweight8(unsigned int word);
unsigned int __sw_hweight16(unsigned int word);
unsigned int __sw_hweight32(unsigned int word);
unsigned long __sw_hweight64(u64 word);

static inline unsigned int hweight8(u32 word) {
    return (unsigned int)__builtin_popcount(word & 0xff);
}

static inline unsigned long hweight_long(unsigned long word) {
    return (unsigned long)__builtin_popcountl(word);
}

static inline unsigned int hweight64(u64 word) {
    return (unsigned int)__builtin_popcountll(word);
}

static inline unsigned int hweight32(u32 word) {
    return (unsigned int)__builtin_popcount(word);
}

static inline u32 rol32(u32 word, unsigned int n) {
    return (word << (n & 31)) | (word >> (-n & 31));
}

static inline u32 ror32(u32 word, unsigned int n) {
    return (word >> (n & 31)) | (word << (-n & 31));
}

static inline u64 rol64(u64 word, unsigned int n) {
    return (word << (n & 63)) | (word >> (-n & 63));
}

#endif
