/* Finding a zero byte in a word, for little-endian words of 64 bits. */
#ifndef SHIM_ASM_WORD_AT_A_TIME_H
#define SHIM_ASM_WORD_AT_A_TIME_H

#include <linux/kernel.h>

struct word_at_a_time {
    unsigned long ones, tops; /* the lowest and the highest bit of every byte */
};

#define WORD_AT_A_TIME_CONSTANTS { REPEAT_BYTE(0x01), REPEAT_BYTE(0x80) }

/* The highest bit of every byte that is zero; of those above the first zero also some that are not. */
static inline unsigned long has_zero(unsigned long word, unsigned long *bits, const struct word_at_a_time *c) {
    *bits = (word - c->ones) & ~word & c->tops;
    return *bits;
}

static inline unsigned long prep_zero_mask(unsigned long word, unsigned long bits, const struct word_at_a_time *c) {
    return bits;
}

/* All bits of the bytes below the first zero. */
static inline unsigned long create_zero_mask(unsigned long bits) {
    return ((bits - 1) & ~bits) >> 7;
}

#define zero_bytemask(mask) (mask)

/* How many bytes a mask has: it is 2 to the power of eight times their number, minus one. */
static inline unsigned long find_zero(unsigned long mask) {
    return (unsigned long)__builtin_popcountl(mask) / 8;
}

#endif
