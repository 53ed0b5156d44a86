/* Rounding to powers of two. */
#ifndef SHIM_LINUX_ALIGN_H
#define SHIM_LINUX_ALIGN_H

#define __ALIGN_MASK(x, mask) (((x) + (mask)) & ~(mask))
#define ALIGN(x, n) (((x) + ((__typeof__(x))(n) - 1)) & ~((__typeof__(x))(n) - 1))
#define ALIGN_DOWN(x, n) ((x) & ~((__typeof__(x))(n) - 1))
#define PTR_ALIGN(pointer, n) ((__typeof__(pointer))ALIGN((unsigned long)(pointer), n))
#define IS_ALIGNED(x, n) (((x) & ((__typeof__(x))(n) - 1)) == 0)

#endif
