/* What the files of zlib share. */
#ifndef SHIM_LINUX_ZUTIL_H
#define SHIM_LINUX_ZUTIL_H

#include <asm/byteorder.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/zlib.h>

typedef unsigned char uch;
typedef unsigned short ush;
typedef unsigned long ulg;

/* Adler-32, RFC 1950, section 8.2. */
static inline uLong zlib_adler32(uLong adler, const Byte *bytes, uInt size) {
    unsigned long a = adler & 0xffff, b = adler >> 16 & 0xffff;

    if (bytes == NULL)
        return 1;
    while (size-- > 0) {
        a = (a + *bytes++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

#endif
