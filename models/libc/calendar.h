/*
 * What the models of time.h share.
 */
#ifndef CALENDAR_H
#define CALENDAR_H

#include "machine.h"

/* As glibc has it. */
struct tm {
    int tm_sec, tm_min, tm_hour;
    int tm_mday, tm_mon, tm_year; /* the month from 0, the year from 1900 */
    int tm_wday, tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

/* False where the year does not fit. */
bool symir_break_down(long time, struct tm *to);
long symir_put_together(struct tm *from);

#endif
