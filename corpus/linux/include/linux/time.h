/* Calendar time. */
#ifndef SHIM_LINUX_TIME_H
#define SHIM_LINUX_TIME_H

#include <linux/types.h>

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon;
    long tm_year;
    int tm_wday, tm_yday;
};
struct timespec64 {
    time64_t tv_sec;
    long tv_nsec;
};
struct __kernel_timespec {
    time64_t tv_sec;
    long long tv_nsec;
};

void time64_to_tm(time64_t seconds, int offset, struct tm *result);

#endif
