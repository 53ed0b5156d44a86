/* CRC of 4 bits. */
#ifndef SHIM_LINUX_CRC4_H
#define SHIM_LINUX_CRC4_H

#include <linux/types.h>

uint8_t crc4(uint8_t crc, uint64_t word, int bits);

#endif
