/* The day of Easter, and years in which it is early or late. */
#include "symir.h"

int easter(int year) {
    if (year < 1583 || year > 4099)
        return -1;
    int a = year % 19, b = year / 100, c = year % 100, d = b / 4, e = b % 4, f = (b + 8) / 25;
    int g = (b - f + 1) / 3, h = (19 * a + b - d - g + 15) % 30, i = c / 4, k = c % 4;
    int l = (32 + 2 * e + 2 * i - h - k) % 7, m = (a + 11 * h + 22 * l) / 451;
    int month = (h + l - 7 * m + 114) / 31, day = (h + l - 7 * m + 114) % 31 + 1;
    if (month == 3 && day == 22)
        return 2;
    if (month == 4 && day == 25)
        return 3;
    return month == 3 ? 1 : 0;
}

int main(void) {
    int year = symir_int("year");
    SYMIR_TEST(easter, year);
}
