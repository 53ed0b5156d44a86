/* CRC of 32 bits. */
#ifndef SHIM_LINUX_CRC32_H
#define SHIM_LINUX_CRC32_H

#include <linux/types.h>

u32 crc32_le(u32 crc, const unsigned char *bytes, size_t size);

#endif
