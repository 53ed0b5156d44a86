/* Dates such as 2024-02-29, with the days of each month. */
#include "symir.h"

static int digits(const char **at, int n)
{
    int number = 0;
    while (n-- > 0) {
        if (**at < '0' || **at > '9')
            return -1;
        number = number * 10 + (*(*at)++ - '0');
    }
    return number;
}

static int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int date(const char *text)
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year = digits(&text, 4);
    if (year < 0)
        return -1;
    if (*text++ != '-')
        return -2;
    int month = digits(&text, 2);
    if (month < 1 || month > 12)
        return -3;
    if (*text++ != '-')
        return -4;
    int day = digits(&text, 2);
    if (day < 1)
        return -5;
    int most = days[month - 1];
    if (month == 2 && is_leap(year))
        most++;
    if (day > most)
        return -6;
    if (*text != 0)
        return -7;
    if (month == 2 && day == 29)
        return 29;
    return year < 1970 ? 0 : 1;
}

int main(void)
{
    char text[12];
    symir_string(text, sizeof text, "text");
    SYMIR_TEST(date, text);
}
