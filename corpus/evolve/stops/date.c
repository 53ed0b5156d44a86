/* The weekday of a day that is counted from an epoch, by civil calendar arithmetic. */
#include "symir.h"

int special_day(long days) {
    if (days < 0 || days > 100000)
        return -1;
    long z = days + 719468, era = z / 146097, doe = z - era * 146097;
    long yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365, doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    long mp = (5 * doy + 2) / 153, day = doy - (153 * mp + 2) / 5 + 1, month = mp < 10 ? mp + 3 : mp - 9;
    int weekday = (int)((days + 4) % 7);
    if (month == 2 && day == 29)
        return weekday == 0 ? 3 : 2;
    if (day == 13 && weekday == 5)
        return 1;
    return 0;
}

int main(void) {
    long days = symir_long("days");
    SYMIR_TEST(special_day, days);
}
