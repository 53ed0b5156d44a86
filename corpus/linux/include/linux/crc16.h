/* CRC-16, by a table in lib/crc16.c. */
#ifndef SHIM_LINUX_CRC16_H
#define SHIM_LINUX_CRC16_H

#include <linux/types.h>

extern u16 const crc16_table[256];
u16 crc16(u16 crc, const u8 *bytes, size_t size);

static inline u16 crc16_byte(u16 crc, const u8 byte) {
    return crc16_table[(crc ^ byte) & 0xff] ^ (crc >> 8);
}

#endif
