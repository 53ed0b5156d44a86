/* The extremes within a window of time. */
#ifndef SHIM_LINUX_WIN_MINMAX_H
#define SHIM_LINUX_WIN_MINMAX_H

#include <linux/types.h>

struct minmax_sample {
    u32 t, v;
};

struct minmax {
    struct minmax_sample s[3];
};

static inline u32 minmax_reset(struct minmax *m, u32 t, u32 value) {
    struct minmax_sample sample = { .t = t, .v = value };

    m->s[0] = m->s[1] = m->s[2] = sample;
    return value;
}

u32 minmax_running_max(struct minmax *m, u32 window, u32 t, u32 value);
u32 minmax_running_min(struct minmax *m, u32 window, u32 t, u32 value);

#endif
