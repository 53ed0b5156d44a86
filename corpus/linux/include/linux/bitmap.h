/* Arrays of bits. The functions with two underlines are the kernel's own, in lib/bitmap.c and lib/find_bit.c. */
#ifndef SHIM_LINUX_BITMAP_H
#define SHIM_LINUX_BITMAP_H

#include <linux/align.h>
#include <linux/bitops.h>
#include <linux/errno.h>

unsigned long shim_next_bit(const unsigned long *bits, unsigned long size, unsigned long from, bool wanted);
#define for_each_set_bitrange(low, high, bits, size) \
    for ((low) = shim_next_bit(bits, size, 0, true), (high) = shim_next_bit(bits, size, low, false); (low) < (size); \
         (low) = shim_next_bit(bits, size, high, true), (high) = shim_next_bit(bits, size, low, false))

#define DECLARE_BITMAP(name, size) unsigned long name[BITS_TO_LONGS(size)]
#define BITMAP_FIRST_WORD_MASK(start) (~0ul << ((start) & (BITS_PER_LONG - 1)))
#define BITMAP_LAST_WORD_MASK(size) (~0ul >> (-(size) & (BITS_PER_LONG - 1)))
#define BIT_WORD(bit) ((bit) / BITS_PER_LONG)
#define bitmap_size(size) (BITS_TO_LONGS(size) * sizeof(unsigned long))
#define BITS_TO_U32(n) (((n) + 31) / 32)

unsigned long _find_first_bit(const unsigned long *bits, unsigned long size);
unsigned long _find_first_and_bit(const unsigned long *a, const unsigned long *b, unsigned long size);
unsigned long _find_first_zero_bit(const unsigned long *bits, unsigned long size);
unsigned long _find_next_bit(const unsigned long *bits, unsigned long size, unsigned long start);
unsigned long _find_next_and_bit(const unsigned long *a, const unsigned long *b, unsigned long size,
                                 unsigned long start);
unsigned long _find_next_andnot_bit(const unsigned long *a, const unsigned long *b, unsigned long size,
                                    unsigned long start);
unsigned long _find_next_zero_bit(const unsigned long *bits, unsigned long size, unsigned long start);
unsigned long _find_last_bit(const unsigned long *bits, unsigned long size);
unsigned long __find_nth_bit(const unsigned long *bits, unsigned long size, unsigned long n);
unsigned long find_next_clump8(unsigned long *clump, const unsigned long *bits, unsigned long size,
                               unsigned long offset);

#define for_each_set_bit(bit, bits, size) \
    for ((bit) = find_next_bit(bits, size, 0); (bit) < (size); (bit) = find_next_bit(bits, size, (bit) + 1))

static inline unsigned long find_first_bit(const unsigned long *bits, unsigned long size) {
    return _find_first_bit(bits, size);
}

static inline unsigned long find_first_zero_bit(const unsigned long *bits, unsigned long size) {
    return _find_first_zero_bit(bits, size);
}

static inline unsigned long find_next_bit(const unsigned long *bits, unsigned long size, unsigned long start) {
    return _find_next_bit(bits, size, start);
}

static inline unsigned long find_next_zero_bit(const unsigned long *bits, unsigned long size, unsigned long start) {
    return _find_next_zero_bit(bits, size, start);
}

static inline unsigned long find_nth_bit(const unsigned long *bits, unsigned long size, unsigned long n) {
    return n >= size ? size : __find_nth_bit(bits, size, n);
}

bool __bitmap_equal(const unsigned long *a, const unsigned long *b, unsigned int size);
bool __bitmap_or_equal(const unsigned long *a, const unsigned long *b, const unsigned long *c, unsigned int size);
void __bitmap_complement(unsigned long *to, const unsigned long *from, unsigned int size);
void __bitmap_shift_right(unsigned long *to, const unsigned long *from, unsigned int shift, unsigned int size);
void __bitmap_shift_left(unsigned long *to, const unsigned long *from, unsigned int shift, unsigned int size);
void bitmap_cut(unsigned long *to, const unsigned long *from, unsigned int first, unsigned int cut, unsigned int size);
bool __bitmap_and(unsigned long *to, const unsigned long *a, const unsigned long *b, unsigned int size);
void __bitmap_or(unsigned long *to, const unsigned long *a, const unsigned long *b, unsigned int size);
void __bitmap_xor(unsigned long *to, const unsigned long *a, const unsigned long *b, unsigned int size);
bool __bitmap_andnot(unsigned long *to, const unsigned long *a, const unsigned long *b, unsigned int size);
void __bitmap_replace(unsigned long *to, const unsigned long *old, const unsigned long *new,
                      const unsigned long *mask, unsigned int size);
bool __bitmap_intersects(const unsigned long *a, const unsigned long *b, unsigned int size);
bool __bitmap_subset(const unsigned long *a, const unsigned long *b, unsigned int size);
unsigned int __bitmap_weight(const unsigned long *bits, unsigned int size);
void __bitmap_set(unsigned long *bits, unsigned int start, int count);
void __bitmap_clear(unsigned long *bits, unsigned int start, int count);
unsigned long bitmap_find_next_zero_area_off(unsigned long *bits, unsigned long size, unsigned long start,
                                             unsigned int count, unsigned long align, unsigned long offset);
int bitmap_parse(const char *text, unsigned int size, unsigned long *bits, int count);
int bitmap_parselist(const char *text, unsigned long *bits, int count);
int bitmap_find_free_region(unsigned long *bits, unsigned int size, int order);
void bitmap_release_region(unsigned long *bits, unsigned int at, int order);
int bitmap_allocate_region(unsigned long *bits, unsigned int at, int order);
void bitmap_remap(unsigned long *to, const unsigned long *from, const unsigned long *old, const unsigned long *new,
                  unsigned int size);
int bitmap_bitremap(int bit, const unsigned long *old, const unsigned long *new, int size);

#define bitmap_weight(bits, size) __bitmap_weight(bits, size)
#define bitmap_set(bits, start, count) __bitmap_set(bits, start, count)
#define bitmap_clear(bits, start, count) __bitmap_clear(bits, start, count)

static inline void bitmap_zero(unsigned long *bits, unsigned int size) {
    for (unsigned int i = 0; i < BITS_TO_LONGS(size); i++)
        bits[i] = 0;
}

static inline void bitmap_copy(unsigned long *to, const unsigned long *from, unsigned int size) {
    for (unsigned int i = 0; i < BITS_TO_LONGS(size); i++)
        to[i] = from[i];
}

static inline void bitmap_copy_clear_tail(unsigned long *to, const unsigned long *from, unsigned int size) {
    bitmap_copy(to, from, size);
    if (size % BITS_PER_LONG)
        to[size / BITS_PER_LONG] &= BITMAP_LAST_WORD_MASK(size);
}

static inline void __set_bit(unsigned long bit, unsigned long *bits) {
    bits[bit / BITS_PER_LONG] |= BIT(bit % BITS_PER_LONG);
}

static inline void __clear_bit(unsigned long bit, unsigned long *bits) {
    bits[bit / BITS_PER_LONG] &= ~BIT(bit % BITS_PER_LONG);
}

#define set_bit(bit, bits) __set_bit(bit, bits)
#define clear_bit(bit, bits) __clear_bit(bit, bits)

static inline bool test_bit(unsigned long bit, const unsigned long *bits) {
    return (bits[bit / BITS_PER_LONG] & BIT(bit % BITS_PER_LONG)) != 0;
}

static inline void bitmap_complement(unsigned long *to, const unsigned long *from, unsigned int size) {
    for (unsigned int i = 0; i < BITS_TO_LONGS(size); i++)
        to[i] = ~from[i];
}

static inline unsigned long bitmap_get_value8(const unsigned long *bits, unsigned long start) {
    return bits[start / BITS_PER_LONG] >> start % BITS_PER_LONG & 0xff;
}

#endif
