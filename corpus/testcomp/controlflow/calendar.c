/* Days of years, and one day of one century. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int is_leap(int year) {
    if (year % 400 == 0) {
        return 1;
    }
    if (year % 100 == 0) {
        return 0;
    }
    return year % 4 == 0;
}

static int length(int year, int month) {
    switch (month) {
    case 2:
        return is_leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    default:
        return 31;
    }
}

int main(void) {
    int year = __VERIFIER_nondet_int();
    int month = __VERIFIER_nondet_int();
    int day = __VERIFIER_nondet_int();
    if (year < 1583 || year > 2999 || month < 1 || month > 12) {
        return 1;
    }
    if (day < 1 || day > length(year, month)) {
        return 2;
    }
    int number = day;
    for (int before = 1; before < month; before++) {
        number += length(year, before);
    }
    if (number == 366 && year % 100 == 0 && year > 2000) {
        reach_error();
    }
    return number > 300 ? 3 : 0;
}
