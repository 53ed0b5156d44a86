/* CRC of ITU-T V.41, by a table in lib/crc-itu-t.c. */
#ifndef SHIM_LINUX_CRC_ITU_T_H
#define SHIM_LINUX_CRC_ITU_T_H

#include <linux/types.h>

extern u16 const crc_itu_t_table[256];
u16 crc_itu_t(u16 crc, const u8 *bytes, size_t size);

static inline u16 crc_itu_t_byte(u16 crc, const u8 byte) {
    return (crc << 8) ^ crc_itu_t_table[((crc >> 8) ^ byte) & 0xff];
}

#endif
