/* Powers of two. */
#ifndef SHIM_LINUX_LOG2_H
#define SHIM_LINUX_LOG2_H

#include <linux/bitops.h>

static inline bool is_power_of_2(unsigned long n) {
    return n != 0 && (n & (n - 1)) == 0;
}

#define ilog2(n) (fls64(n) - 1)

#endif
