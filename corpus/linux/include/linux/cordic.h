/* Sine and cosine by rotation, in fixed point of 16 bits. */
#ifndef SHIM_LINUX_CORDIC_H
#define SHIM_LINUX_CORDIC_H

#include <linux/types.h>

struct cordic_iq {
    s32 i, q;
};

#define CORDIC_ANGLE_GEN 39797
#define CORDIC_PRECISION_SHIFT 16
#define CORDIC_NUM_ITER (CORDIC_PRECISION_SHIFT + 2)
#define CORDIC_FIXED(x) ((s32)((x) << CORDIC_PRECISION_SHIFT))
#define CORDIC_FLOAT(x) ((s32)((((x) >= 0 ? 1 : -1) * (((x) >= 0 ? (x) : -(x)) >> (CORDIC_PRECISION_SHIFT - 1)) + 1) >> 1))

struct cordic_iq cordic_calc_iq(s32 angle);

#endif
