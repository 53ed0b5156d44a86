/* Leap years, the lengths of months, and the day of a year. */
int is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in_month(int year, int month) {
    switch (month) {
    case 2:
        return is_leap(year) ? 29 : 28;
    case 4: case 6: case 9: case 11:
        return 30;
    default:
        return month >= 1 && month <= 12 ? 31 : 0;
    }
}

/* The number of a day in its year, from 1 on, or 0 if there is no such day. */
int day_of_year(int year, int month, int day) {
    int sum = day;

    if (day < 1 || day > days_in_month(year, month))
        return 0;
    for (int i = 1; i < month; i++)
        sum += days_in_month(year, i);
    return sum;
}
