/* Arrays of bits. */
#ifndef SHIM_LINUX_BITMAP_H
#define SHIM_LINUX_BITMAP_H

#include <linux/bitops.h>

unsigned long shim_next_bit(const unsigned long *bits, unsigned long size, unsigned long from, bool wanted);
#define for_each_set_bitrange(low, high, bits, size) \
    for ((low) = shim_next_bit(bits, size, 0, true), (high) = shim_next_bit(bits, size, low, false); (low) < (size); \
         (low) = shim_next_bit(bits, size, high, true), (high) = shim_next_bit(bits, size, low, false))

#define DECLARE_BITMAP(name, size) unsigned long name[BITS_TO_LONGS(size)]

static inline void __set_bit(unsigned long bit, unsigned long *bits) {
    bits[bit / BITS_PER_LONG] |= BIT(bit % BITS_PER_LONG);
}

static inline void __clear_bit(unsigned long bit, unsigned long *bits) {
    bits[bit / BITS_PER_LONG] &= ~BIT(bit % BITS_PER_LONG);
}

static inline bool test_bit(unsigned long bit, const unsigned long *bits) {
    return (bits[bit / BITS_PER_LONG] & BIT(bit % BITS_PER_LONG)) != 0;
}

static inline void bitmap_complement(unsigned long *to, const unsigned long *from, unsigned int size) {
    for (unsigned int i = 0; i < BITS_TO_LONGS(size); i++)
        to[i] = ~from[i];
}

#endif
