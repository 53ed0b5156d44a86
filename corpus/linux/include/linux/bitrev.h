/* Reversal of bits. */
#ifndef SHIM_LINUX_BITREV_H
#define SHIM_LINUX_BITREV_H

#include <linux/types.h>

extern u8 const byte_rev_table[256];

static inline u8 bitrev8(u8 byte) {
    return byte_rev_table[byte];
}

#endif
