/* CRC of 8 bits with any polynomial. */
#ifndef SHIM_LINUX_CRC8_H
#define SHIM_LINUX_CRC8_H

#include <linux/types.h>

#define CRC8_TABLE_SIZE 256
#define DECLARE_CRC8_TABLE(name) static u8 name[CRC8_TABLE_SIZE]

void crc8_populate_lsb(u8 table[CRC8_TABLE_SIZE], u8 polynomial);
void crc8_populate_msb(u8 table[CRC8_TABLE_SIZE], u8 polynomial);
u8 crc8(const u8 table[CRC8_TABLE_SIZE], const u8 *bytes, size_t size, u8 crc);

#endif
