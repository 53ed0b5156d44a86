/* Division of 64 bits, which x86-64 has. */
#ifndef SHIM_LINUX_MATH64_H
#define SHIM_LINUX_MATH64_H

#include <linux/math.h>
#include <linux/types.h>

#define do_div(n, base) \
    ({ \
        unsigned int shim_base = (base); \
        unsigned int shim_rest = (unsigned int)((n) % shim_base); \
        (n) /= shim_base; \
        shim_rest; \
    })

static inline u64 div_u64_rem(u64 dividend, u32 divisor, u32 *rest) {
    *rest = (u32)(dividend % divisor);
    return dividend / divisor;
}

static inline u64 div_u64(u64 dividend, u32 divisor) {
    return dividend / divisor;
}

static inline s64 div_s64(s64 dividend, s32 divisor) {
    return dividend / divisor;
}

static inline u64 div64_u64(u64 dividend, u64 divisor) {
    return dividend / divisor;
}

static inline u64 mul_u64_u32_shr(u64 a, u32 b, unsigned int shift) {
    return (u64)(((unsigned __int128)a * b) >> shift);
}

#endif
