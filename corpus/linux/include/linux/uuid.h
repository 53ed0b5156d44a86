/* Identifiers of 128 bits. */
#ifndef SHIM_LINUX_UUID_H
#define SHIM_LINUX_UUID_H

#include <linux/types.h>

#define UUID_SIZE 16
#define UUID_STRING_LEN 36
extern const u8 guid_index[UUID_SIZE];
extern const u8 uuid_index[UUID_SIZE];

#endif
