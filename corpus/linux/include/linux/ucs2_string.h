/* Strings of 16-bit characters. */
#ifndef SHIM_LINUX_UCS2_STRING_H
#define SHIM_LINUX_UCS2_STRING_H

#include <linux/types.h>

typedef u16 ucs2_char_t;

unsigned long ucs2_strnlen(const ucs2_char_t *s, size_t limit);
unsigned long ucs2_strlen(const ucs2_char_t *s);
unsigned long ucs2_strsize(const ucs2_char_t *s, unsigned long limit);
int ucs2_strncmp(const ucs2_char_t *a, const ucs2_char_t *b, size_t limit);
unsigned long ucs2_utf8size(const ucs2_char_t *s);
unsigned long ucs2_as_utf8(u8 *to, const ucs2_char_t *from, unsigned long limit);

#endif
