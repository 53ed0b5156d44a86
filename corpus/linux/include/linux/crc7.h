/* CRC of 7 bits, by a table in lib/crc7.c. */
#ifndef SHIM_LINUX_CRC7_H
#define SHIM_LINUX_CRC7_H

#include <linux/types.h>

extern const u8 crc7_be_syndrome_table[256];
u8 crc7_be(u8 crc, const u8 *bytes, size_t size);

static inline u8 crc7_be_byte(u8 crc, u8 byte) {
    return crc7_be_syndrome_table[crc ^ byte];
}

#endif
