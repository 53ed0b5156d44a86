/* Bytes as letters. */
#ifndef SHIM_LINUX_BASE64_H
#define SHIM_LINUX_BASE64_H

#include <linux/types.h>

#define BASE64_CHARS(bytes) (((bytes)*4 + 2) / 3)

int base64_encode(const u8 *bytes, int size, char *text);
int base64_decode(const char *text, int size, u8 *bytes);

#endif
