/* Division of 64 bits, which x86-64 has. */
#ifndef SHIM_LINUX_MATH64_H
#define SHIM_LINUX_MATH64_H

#include <linux/math.h>
#include <linux/types.h>

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

static inline u64 div64_u64_rem(u64 dividend, u64 divisor, u64 *rest) {
    *rest = dividend % divisor;
    return dividend / divisor;
}

static inline u32 __iter_div_u64_rem(u64 dividend, u32 divisor, u64 *rest) {
    u32 quotient = 0;

    for (; dividend >= divisor; dividend -= divisor)
        quotient++;
    *rest = dividend;
    return quotient;
}

u32 iter_div_u64_rem(u64 dividend, u32 divisor, u64 *rest);
u64 mul_u64_u64_div_u64(u64 a, u64 b, u64 c);

static inline u64 mul_u64_u32_shr(u64 a, u32 b, unsigned int shift) {
    return (u64)(((unsigned __int128)a * b) >> shift);
}

#endif
