/* Kinds of characters: bits in the table of lib/ctype.c. */
#ifndef SHIM_LINUX_CTYPE_H
#define SHIM_LINUX_CTYPE_H

#include <linux/compiler.h>

#define _U 0x01
#define _L 0x02
#define _D 0x04
#define _C 0x08
#define _P 0x10
#define _S 0x20
#define _X 0x40
#define _SP 0x80

extern const unsigned char _ctype[];

#define SHIM_IS(c, kinds) ((_ctype[(unsigned char)(c)] & (kinds)) != 0)
#define isalnum(c) SHIM_IS(c, _U | _L | _D)
#define isalpha(c) SHIM_IS(c, _U | _L)
#define iscntrl(c) SHIM_IS(c, _C)
#define isgraph(c) SHIM_IS(c, _P | _U | _L | _D)
#define islower(c) SHIM_IS(c, _L)
#define isprint(c) SHIM_IS(c, _P | _U | _L | _D | _SP)
#define ispunct(c) SHIM_IS(c, _P)
#define isspace(c) SHIM_IS(c, _S)
#define isupper(c) SHIM_IS(c, _U)
#define isxdigit(c) SHIM_IS(c, _D | _X)
#define isascii(c) ((unsigned char)(c) < 0x80)
#define toascii(c) ((unsigned char)(c) & 0x7f)

static inline int isdigit(int c) {
    return '0' <= c && c <= '9';
}

static inline unsigned char __tolower(unsigned char c) {
    if (isupper(c))
        c += 0x20;
    return c;
}

static inline unsigned char __toupper(unsigned char c) {
    if (islower(c))
        c -= 0x20;
    return c;
}

#define tolower(c) __tolower(c)
#define toupper(c) __toupper(c)

/* Without the table, of letters only. */
static inline char _tolower(char c) {
    return c | 0x20;
}

static inline int isodigit(char c) {
    return '0' <= c && c <= '7';
}

#endif
