/* Masks. */
#ifndef SHIM_LINUX_BITS_H
#define SHIM_LINUX_BITS_H

#define BITS_PER_LONG 64
#define BITS_PER_LONG_LONG 64
#define BITS_PER_BYTE 8
#define BIT(n) (1ul << (n))
#define BIT_ULL(n) (1ull << (n))
#define GENMASK(high, low) ((~0ul << (low)) & (~0ul >> (63 - (high))))
#define GENMASK_ULL(high, low) ((~0ull << (low)) & (~0ull >> (63 - (high))))

#endif
