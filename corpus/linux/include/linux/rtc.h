/* The time of a hardware clock. */
#ifndef SHIM_LINUX_RTC_H
#define SHIM_LINUX_RTC_H

#include <linux/fs.h>
#include <linux/workqueue.h>

struct rtc_time {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};

#endif
