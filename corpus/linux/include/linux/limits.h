/* The bounds of integers, and of paths. */
#ifndef SHIM_LINUX_LIMITS_H
#define SHIM_LINUX_LIMITS_H

#include <limits.h>

#define U8_MAX 0xffu
#define U16_MAX 0xffffu
#define U32_MAX 0xffffffffu
#define U64_MAX 0xffffffffffffffffull
#define S8_MAX 0x7f
#define S16_MAX 0x7fff
#define S32_MAX 0x7fffffff
#define S64_MAX 0x7fffffffffffffffll
#ifndef ULLONG_MAX
#define ULLONG_MAX U64_MAX
#define LLONG_MAX S64_MAX
#define LLONG_MIN (-LLONG_MAX - 1)
#endif
#define PATH_MAX 4096

#endif
