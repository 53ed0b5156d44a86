/*
 * A model of strptime of time.h, in the "C" locale.
 */
#include "calendar.h"
#include <limits.h>

struct tm *localtime_r(const long *time, struct tm *to);

struct parser {
    const char *at; /* NULL: the text does not fit */
    struct tm *to;
    bool has_hours_of_half, is_afternoon, has_week_day, has_year_day, has_month, has_month_day, wants_days;
    bool has_sunday_week, has_monday_week, wants_century;
    int century; /* negative: none */
    int week;
};

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_space(struct parser *parser) {
    while (is_space(*parser->at))
        parser->at++;
}

static int fold(char c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static int number(struct parser *parser, int least, int most, int n_digits) {
    int value = 0;

    if (parser->at == NULL)
        return 0;
    while (*parser->at == ' ')
        parser->at++;
    if (*parser->at < '0' || *parser->at > '9') {
        parser->at = NULL;
        return 0;
    }
    do
        value = value * 10 + (*parser->at++ - '0');
    while (--n_digits > 0 && value * 10 <= most && *parser->at >= '0' && *parser->at <= '9');
    if (value < least || value > most)
        parser->at = NULL;
    return value;
}

/* One of `n` names, whole or by its first three letters. */
static int name(struct parser *parser, const char *const *names, int n) {
    for (int i = 0; parser->at != NULL && i < n; i++) {
        size_t length = 0;

        while (names[i][length] != '\0' && fold(parser->at[length]) == fold(names[i][length]))
            length++;
        if (names[i][length] == '\0' || length >= 3) {
            parser->at += names[i][length] == '\0' ? length : 3;
            return i;
        }
    }
    parser->at = NULL;
    return 0;
}

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
};
static const char *const halves[] = {"AM", "PM"};

static void parse(struct parser *parser, const char *format);

static void zone(struct parser *parser) {
    int value = 0, n = 0;

    skip_space(parser);
    if (*parser->at == 'Z') {
        parser->at++;
        parser->to->tm_gmtoff = 0;
        return;
    }
    if (*parser->at != '+' && *parser->at != '-') {
        parser->at = NULL;
        return;
    }
    bool is_negative = *parser->at++ == '-';
    while (n < 4 && *parser->at >= '0' && *parser->at <= '9') {
        value = value * 10 + (*parser->at++ - '0');
        n++;
        if (*parser->at == ':' && n == 2 && parser->at[1] >= '0' && parser->at[1] <= '9')
            parser->at++;
    }
    if (n == 2)
        value *= 100;
    else if (n != 4)
        parser->at = NULL;
    if (value % 100 >= 60)
        parser->at = NULL;
    long seconds = (value / 100 * 60 + value % 100) * 60L;
    parser->to->tm_gmtoff = is_negative ? -seconds : seconds;
}

static void seconds(struct parser *parser) {
    long value = 0;

    if (*parser->at < '0' || *parser->at > '9') {
        parser->at = NULL;
        return;
    }
    for (; *parser->at >= '0' && *parser->at <= '9'; parser->at++)
        value = value * 10 + (*parser->at - '0');
    if (localtime_r(&value, parser->to) == NULL)
        parser->at = NULL;
}

static void convert(struct parser *parser, char kind) {
    struct tm *to = parser->to;

    switch (kind) {
    case '%':
        parser->at = *parser->at == '%' ? parser->at + 1 : NULL;
        break;
    case 'a':
    case 'A':
        to->tm_wday = name(parser, days, 7);
        parser->has_week_day = true;
        break;
    case 'b':
    case 'B':
    case 'h':
        to->tm_mon = name(parser, months, 12);
        parser->has_month = parser->wants_days = true;
        break;
    case 'c':
        parse(parser, "%a %b %e %H:%M:%S %Y");
        parser->wants_days = true;
        break;
    case 'C':
        parser->century = number(parser, 0, 99, 2);
        parser->wants_days = true;
        break;
    case 'd':
    case 'e':
        to->tm_mday = number(parser, 1, 31, 2);
        parser->has_month_day = parser->wants_days = true;
        break;
    case 'x':
    case 'D':
        parse(parser, "%m/%d/%y");
        parser->wants_days = true;
        break;
    case 'F':
        parse(parser, "%Y-%m-%d");
        parser->wants_days = true;
        break;
    case 'k':
    case 'H':
        to->tm_hour = number(parser, 0, 23, 2);
        parser->has_hours_of_half = false;
        break;
    case 'l':
    case 'I':
        to->tm_hour = number(parser, 1, 12, 2) % 12;
        parser->has_hours_of_half = true;
        break;
    case 'j':
        to->tm_yday = number(parser, 1, 366, 3) - 1;
        parser->has_year_day = true;
        break;
    case 'm':
        to->tm_mon = number(parser, 1, 12, 2) - 1;
        parser->has_month = parser->wants_days = true;
        break;
    case 'M':
        to->tm_min = number(parser, 0, 59, 2);
        break;
    case 'n':
    case 't':
        skip_space(parser);
        break;
    case 'p':
        parser->is_afternoon = name(parser, halves, 2) == 1;
        break;
    case 'r':
        parse(parser, "%I:%M:%S %p");
        break;
    case 'R':
        parse(parser, "%H:%M");
        break;
    case 's':
        seconds(parser);
        break;
    case 'S':
        to->tm_sec = number(parser, 0, 61, 2);
        break;
    case 'X':
    case 'T':
        parse(parser, "%H:%M:%S");
        break;
    case 'u':
        to->tm_wday = number(parser, 1, 7, 1) % 7;
        parser->has_week_day = true;
        break;
    case 'w':
        to->tm_wday = number(parser, 0, 6, 1);
        parser->has_week_day = true;
        break;
    case 'g':
        number(parser, 0, 99, 2);
        break;
    case 'G':
        if (*parser->at < '0' || *parser->at > '9')
            parser->at = NULL;
        while (parser->at != NULL && *parser->at >= '0' && *parser->at <= '9')
            parser->at++;
        break;
    case 'U':
        parser->week = number(parser, 0, 53, 2);
        parser->has_sunday_week = true;
        break;
    case 'W':
        parser->week = number(parser, 0, 53, 2);
        parser->has_monday_week = true;
        break;
    case 'V':
        number(parser, 0, 53, 2);
        break;
    case 'y': {
        int year = number(parser, 0, 99, 2);

        to->tm_year = year >= 69 ? year : year + 100;
        parser->wants_century = parser->wants_days = true;
        break;
    }
    case 'Y':
        to->tm_year = number(parser, 0, 9999, 4) - 1900;
        parser->wants_century = false;
        parser->wants_days = true;
        break;
    case 'z':
        zone(parser);
        break;
    case 'Z':
        break;
    default:
        parser->at = NULL;
    }
}

static void parse(struct parser *parser, const char *format) {
    while (*format != '\0' && parser->at != NULL) {
        if (is_space(*format)) {
            skip_space(parser);
            format++;
        } else if (*format != '%') {
            parser->at = *parser->at == *format ? parser->at + 1 : NULL;
            format++;
        } else {
            format++;
            while (*format == '-' || *format == '_' || *format == '0' || *format == '^' || *format == '#')
                format++;
            if (*format == 'E' || *format == 'O') {
                const char *allowed = *format++ == 'E' ? "cCxXyY" : "bBhdeHImMSUVWwy";

                while (*allowed != '\0' && *allowed != *format)
                    allowed++;
                if (*allowed == '\0') {
                    parser->at = NULL;
                    return;
                }
            }
            convert(parser, *format);
            format += *format != '\0';
        }
    }
}

static const unsigned short before[2][13] = {
    {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
    {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366},
};

static bool is_leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* What the fields that were read say of those that were not. */
static void complete(struct parser *parser) {
    struct tm *to = parser->to;

    if (parser->has_hours_of_half && parser->is_afternoon)
        to->tm_hour += 12;
    if (parser->century >= 0)
        to->tm_year = (parser->wants_century ? to->tm_year % 100 : 0) + (parser->century - 19) * 100;
    const unsigned short *table = before[is_leap(1900 + to->tm_year)];
    if (parser->wants_days && !parser->has_week_day) {
        if (!(parser->has_month && parser->has_month_day) && parser->has_year_day) {
            int month = 0;

            while (table[month] <= to->tm_yday)
                month++;
            if (!parser->has_month)
                to->tm_mon = month - 1;
            if (!parser->has_month_day)
                to->tm_mday = to->tm_yday - table[month - 1] + 1;
            parser->has_month = parser->has_month_day = true;
        }
        struct tm day = {.tm_year = to->tm_year, .tm_mon = to->tm_mon, .tm_mday = to->tm_mday};
        if ((unsigned)to->tm_mon < 12) {
            symir_put_together(&day);
            to->tm_wday = day.tm_wday;
        }
    }
    if (parser->wants_days && !parser->has_year_day && (unsigned)to->tm_mon < 12)
        to->tm_yday = table[to->tm_mon] + to->tm_mday - 1;
    if ((parser->has_sunday_week || parser->has_monday_week) && parser->has_week_day) {
        int offset = parser->has_sunday_week ? 0 : 1;
        struct tm first = {.tm_year = to->tm_year, .tm_mon = 0, .tm_mday = 1};

        symir_put_together(&first);
        if (!parser->has_year_day)
            to->tm_yday = (7 - (first.tm_wday - offset)) % 7 + (parser->week - 1) * 7 + (to->tm_wday - offset + 7) % 7;
        if (!parser->has_month || !parser->has_month_day) {
            int month = 0;

            while (month < 13 && table[month] <= to->tm_yday)
                month++;
            if (month == 0)
                return;
            if (!parser->has_month)
                to->tm_mon = month - 1;
            if (!parser->has_month_day)
                to->tm_mday = to->tm_yday - table[month - 1] + 1;
        }
    }
}

char *strptime(const char *text, const char *format, struct tm *to) {
    struct parser parser = {.at = text, .to = to, .century = -1};

    parse(&parser, format);
    if (parser.at != NULL)
        complete(&parser);
    return (char *)parser.at;
}
