/*
 * Models of time.h and sys/time.h: clocks, which are inputs, and the calendar,
 * in UTC. Days are counted from March on, so that the leap day is a year's
 * last.
 */
#include "calendar.h"
#include <limits.h>

int snprintf(char *to, size_t size, const char *format, ...);

struct timespec {
    long seconds, nanoseconds;
};

struct timeval {
    long seconds, microseconds;
};

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;

void tzset(void) {
}

/* Clocks. */

long time(long *to) {
    long now = symir_time(0);

    if (to != NULL)
        *to = now;
    return now;
}

long clock(void) {
    return symir_time(1);
}

static struct timespec now(void) {
    return (struct timespec){symir_time(0), symir_time(2)};
}

int gettimeofday(struct timeval *to, void *zone) {
    struct timespec time = now();

    (void)zone;
    if (to != NULL)
        *to = (struct timeval){time.seconds, time.nanoseconds / 1000};
    return 0;
}

int clock_gettime(int clock, struct timespec *to) {
    (void)clock;
    *to = now();
    return 0;
}

int clock_getres(int clock, struct timespec *to) {
    (void)clock;
    if (to != NULL)
        *to = (struct timespec){0, 1};
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    if (base != 1)
        return 0;
    *to = now();
    return base;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
    if (!is_place(time))
        return -1;
    if (time->seconds < 0 || time->nanoseconds < 0 || time->nanoseconds > 999999999)
        return fail(INVALID);
    if (rest != NULL)
        *rest = (struct timespec){0, 0};
    return 0;
}

double difftime(long end, long begin) {
    return (double)end - (double)begin;
}

/* The calendar. */

enum {
    SECONDS_OF_DAY = 86400,
    DAYS_OF_ERA = 146097, /* 400 years */
    DAYS_TO_1970 = 719468, /* from the 1st of March of the year 0 */
};

static long quotient(long a, long b) {
    return a / b - (a % b < 0);
}

static long remainder_of(long a, long b) {
    return a % b + (a % b < 0 ? b : 0);
}

static bool is_leap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days from 1970 to a date; the month is from 0 to 11. */
static long days_to(long year, long month, long day) {
    long from_march = (month + 10) % 12;

    year -= month < 2;
    long era = quotient(year, 400), of_era = remainder_of(year, 400);
    long of_year = (153 * from_march + 2) / 5 + day - 1;

    return era * DAYS_OF_ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - DAYS_TO_1970;
}

bool symir_break_down(long time, struct tm *to) {
    long days = quotient(time, SECONDS_OF_DAY), seconds = remainder_of(time, SECONDS_OF_DAY);
    long from_zero = days + DAYS_TO_1970;
    long era = quotient(from_zero, DAYS_OF_ERA), of_era = remainder_of(from_zero, DAYS_OF_ERA);
    long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    long of_year = of_era - (365 * year + year / 4 - year / 100);
    long from_march = (5 * of_year + 2) / 153;
    long month = (from_march + 2) % 12;

    year += era * 400 + (month < 2);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN)
        return false;
    *to = (struct tm){
        .tm_sec = (int)(seconds % 60),
        .tm_min = (int)(seconds / 60 % 60),
        .tm_hour = (int)(seconds / 3600),
        .tm_mday = (int)(of_year - (153 * from_march + 2) / 5 + 1),
        .tm_mon = (int)month,
        .tm_year = (int)(year - 1900),
        .tm_wday = (int)remainder_of(days + 4, 7),
        .tm_yday = (int)(days - days_to(year, 0, 1)),
        .tm_zone = "GMT",
    };
    return true;
}

/* Brings the fields into their ranges, too. */
long symir_put_together(struct tm *from) {
    long year = 1900L + from->tm_year + quotient(from->tm_mon, 12);
    long days = days_to(year, remainder_of(from->tm_mon, 12), 1) + from->tm_mday - 1;
    long time = days * SECONDS_OF_DAY + from->tm_hour * 3600L + from->tm_min * 60L + from->tm_sec;
    struct tm normal;

    if (!symir_break_down(time, &normal)) {
        fail(TOO_LARGE);
        return -1;
    }
    *from = normal;
    return time;
}

static struct tm *local(const long *time, struct tm *to, const char *zone) {
    if (!symir_break_down(*time, to)) {
        fail(TOO_LARGE);
        return NULL;
    }
    to->tm_zone = zone;
    return to;
}

static struct tm shared;

struct tm *gmtime(const long *time) {
    return local(time, &shared, "GMT");
}

struct tm *gmtime_r(const long *time, struct tm *to) {
    return local(time, to, "GMT");
}

struct tm *localtime(const long *time) {
    return local(time, &shared, "UTC");
}

struct tm *localtime_r(const long *time, struct tm *to) {
    return local(time, to, "UTC");
}

long timegm(struct tm *from) {
    return symir_put_together(from);
}

long mktime(struct tm *from) {
    long time = symir_put_together(from);

    from->tm_zone = "UTC";
    return time;
}

long timelocal(struct tm *from) {
    return mktime(from);
}

int dysize(int year) {
    return is_leap(year) ? 366 : 365;
}

static char *as_text(const struct tm *tm, char *to, size_t size) {
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    bool has_day = tm->tm_wday >= 0 && tm->tm_wday < 7, has_month = tm->tm_mon >= 0 && tm->tm_mon < 12;
    int n = snprintf(to, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %ld\n", has_day ? days + 3 * tm->tm_wday : "???",
                     has_month ? months + 3 * tm->tm_mon : "???", tm->tm_mday, tm->tm_hour, tm->tm_min,
                     tm->tm_sec, 1900L + tm->tm_year);

    if (n < 0 || (size_t)n >= size) {
        fail(TOO_LARGE);
        return NULL;
    }
    return to;
}

static char text[64];

char *asctime(const struct tm *tm) {
    return as_text(tm, text, sizeof text);
}

char *asctime_r(const struct tm *tm, char *to) {
    return as_text(tm, to, 26);
}

char *ctime(const long *time) {
    return local(time, &shared, "UTC") == NULL ? NULL : as_text(&shared, text, sizeof text);
}

char *ctime_r(const long *time, char *to) {
    struct tm tm;

    return local(time, &tm, "UTC") == NULL ? NULL : as_text(&tm, to, 26);
}
