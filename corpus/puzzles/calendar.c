/* Whether a date exists: leap years, and months of 28 to 31 days. */
static int is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int calendar(int year, int month, int day) {
    int days = 31;

    if (month < 1 || month > 12)
        return 0;
    if (month == 2)
        days = is_leap(year) ? 29 : 28;
    else if (month == 4 || month == 6 || month == 9 || month == 11)
        days = 30;
    return day >= 1 && day <= days;
}
