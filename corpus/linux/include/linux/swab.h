/* Swapped bytes. */
#ifndef SHIM_LINUX_SWAB_H
#define SHIM_LINUX_SWAB_H

#include <linux/bitops.h>

#define swab(x) ((unsigned long)__builtin_bswap64(x))
#define swab64(x) __builtin_bswap64(x)

#endif
