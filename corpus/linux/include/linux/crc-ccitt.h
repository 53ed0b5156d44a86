/* CRC of CCITT, by a table in lib/crc-ccitt.c. */
#ifndef SHIM_LINUX_CRC_CCITT_H
#define SHIM_LINUX_CRC_CCITT_H

#include <linux/types.h>

extern u16 const crc_ccitt_table[256];
extern u16 const crc_ccitt_false_table[256];
u16 crc_ccitt(u16 crc, const u8 *bytes, size_t size);
u16 crc_ccitt_false(u16 crc, const u8 *bytes, size_t size);

static inline u16 crc_ccitt_byte(u16 crc, const u8 byte) {
    return (crc >> 8) ^ crc_ccitt_table[(crc ^ byte) & 0xff];
}

static inline u16 crc_ccitt_false_byte(u16 crc, const u8 byte) {
    return (crc << 8) ^ crc_ccitt_false_table[(crc >> 8) ^ byte];
}

#endif
