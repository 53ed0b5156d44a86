/* Hexadecimal digits. */
#ifndef SHIM_LINUX_HEX_H
#define SHIM_LINUX_HEX_H

#include <linux/types.h>

extern const char hex_asc[];
extern const char hex_asc_upper[];
#define hex_asc_lo(byte) hex_asc[(byte) & 15]
#define hex_asc_hi(byte) hex_asc[((byte) >> 4) & 15]
#define hex_asc_upper_lo(byte) hex_asc_upper[(byte) & 15]
#define hex_asc_upper_hi(byte) hex_asc_upper[((byte) >> 4) & 15]

static inline char *hex_byte_pack(char *out, u8 byte) {
    *out++ = hex_asc_hi(byte);
    *out++ = hex_asc_lo(byte);
    return out;
}

static inline char *hex_byte_pack_upper(char *out, u8 byte) {
    *out++ = hex_asc_upper_hi(byte);
    *out++ = hex_asc_upper_lo(byte);
    return out;
}

int hex_to_bin(unsigned char digit);
int hex2bin(u8 *out, const char *digits, size_t count);
char *bin2hex(char *out, const void *bytes, size_t count);
int hex_dump_to_buffer(const void *bytes, size_t size, int row, int group, char *line, size_t line_size, bool ascii);

#endif
