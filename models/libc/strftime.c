/*
 * Models of time.h: times as text, in the "C" locale and in UTC, with glibc's
 * flags and widths.
 */
#include "calendar.h"

struct sink {
    char *to;
    size_t room, length;
    bool is_upper;
};

static void put(struct sink *sink, char c) {
    if (sink->is_upper && c >= 'a' && c <= 'z')
        c = (char)(c - ('a' - 'A'));
    if (sink->length < sink->room)
        sink->to[sink->length] = c;
    sink->length++;
}

/* How a field is written. */
struct field {
    char pad; /* '0', ' ' or '-' for none; '\0' as usual */
    bool is_upper, is_lower, is_swapped;
    int width; /* 0: as usual */
};

static char in_case(const struct field *field, char c) {
    if (field->is_upper && c >= 'a' && c <= 'z')
        return (char)(c - ('a' - 'A'));
    if (field->is_lower && c >= 'A' && c <= 'Z')
        return (char)(c + ('a' - 'A'));
    return c;
}

static void put_text(struct sink *sink, const struct field *field, const char *text, int most) {
    int n = 0;

    while (n < most && text[n] != '\0')
        n++;
    for (int i = n; i < field->width; i++)
        put(sink, field->pad == '0' ? '0' : ' ');
    for (int i = 0; i < n; i++)
        put(sink, in_case(field, text[i]));
}

static void put_number(struct sink *sink, const struct field *field, long value, int width, char pad) {
    char digits[24];
    int n = 0;
    unsigned long size = value < 0 ? 0 - (unsigned long)value : (unsigned long)value;

    pad = field->pad == '\0' ? pad : field->pad == '-' ? ' ' : field->pad;
    width = field->pad == '-' || field->width > width ? field->width : width;
    do
        digits[n++] = (char)('0' + size % 10);
    while ((size /= 10) > 0);
    if (pad == ' ')
        for (int i = n + (value < 0); i < width; i++)
            put(sink, ' ');
    if (value < 0)
        put(sink, '-');
    if (pad == '0')
        for (int i = n + (value < 0); i < width; i++)
            put(sink, '0');
    while (n > 0)
        put(sink, digits[--n]);
}

static const char *const days[] = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
};

static const char *const months[] = {
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
};

static const char *name(const char *const *names, int n, int at) {
    return at >= 0 && at < n ? names[at] : "?";
}

static bool is_leap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The week of ISO 8601, in which Thursday decides to which year it belongs. */
static int iso_week(const struct tm *tm, long *year) {
    int monday = (tm->tm_wday + 6) % 7;
    int week = (tm->tm_yday - monday + 10) / 7;

    *year = 1900L + tm->tm_year;
    if (week < 1) {
        --*year;
        int yday = tm->tm_yday + (is_leap(*year) ? 366 : 365);
        return (yday - monday + 10) / 7;
    }
    if (week == 53 && tm->tm_yday - monday + 3 >= (is_leap(*year) ? 366 : 365)) {
        ++*year;
        return 1;
    }
    return week;
}

static void format(struct sink *sink, const char *text, const struct tm *tm);

static int twelve(int hour) {
    return hour % 12 == 0 ? 12 : hour % 12;
}

static void put_zone(struct sink *sink, const struct field *field, const struct tm *tm) {
    long minutes = tm->tm_gmtoff / 60;

    put_text(sink, field, minutes < 0 ? "-" : "+", 1);
    minutes = minutes < 0 ? -minutes : minutes;
    put_number(sink, field, minutes / 60 * 100 + minutes % 60, 4, '0');
}

static long floor_of(long a, long b) {
    return a / b - (a % b < 0);
}

static void put_names(struct sink *sink, struct field *field, char kind, const struct tm *tm) {
    bool is_short = kind == 'a' || kind == 'b' || kind == 'h';
    bool is_day = kind == 'a' || kind == 'A';
    const char *text = is_day ? name(days, 7, tm->tm_wday) : name(months, 12, tm->tm_mon);

    field->is_upper |= field->is_swapped;
    put_text(sink, field, text, is_short ? 3 : 100);
}

static void put_half(struct sink *sink, struct field *field, char kind, const struct tm *tm) {
    bool is_small = kind == 'P' || field->is_swapped;

    field->is_upper &= kind != 'P';
    put_text(sink, field, tm->tm_hour >= 12 ? (is_small ? "pm" : "PM") : is_small ? "am" : "AM", 2);
}

/* The name of the time zone; without one in the structure, that of the zone that the program is in. */
static const char *zone_of(const struct tm *tm) {
    bool is_named = tm->tm_zone != NULL && *tm->tm_zone != '\0';

    return is_named ? tm->tm_zone : tm->tm_isdst >= 0 ? "UTC" : "";
}

/* What several conversions give, together in the width of one. */
static void put_format(struct sink *sink, const struct field *field, const char *text, const struct tm *tm) {
    struct sink counting = {NULL, 0, 0, false};

    if (field->width > 0)
        format(&counting, text, tm);
    for (long more = field->width - (long)counting.length; field->width > 0 && more > 0; more--)
        put(sink, field->pad == '0' ? '0' : ' ');
    sink->is_upper = field->is_upper;
    format(sink, text, tm);
    sink->is_upper = false;
}

/* Whether glibc knows a conversion with this modifier. */
static bool takes(char kind, char modifier) {
    const char *without = modifier == 'E' ? "ABDFGHIMSUVWabdeghjklmw" : modifier == 'O' ? "ADFXYacx" : "";

    for (; *without != '\0'; without++)
        if (*without == kind)
            return false;
    return true;
}

/* Returns whether there is a conversion of this kind. */
static bool convert(struct sink *sink, struct field *field, char kind, const struct tm *tm) {
    long year = 1900L + tm->tm_year, iso_year;

    switch (kind) {
    case 'a':
    case 'A':
    case 'b':
    case 'B':
    case 'h':
        put_names(sink, field, kind, tm);
        break;
    case 'C':
        put_number(sink, field, floor_of(year, 100), 1, '0');
        break;
    case 'c':
        put_format(sink, field, "%a %b %e %H:%M:%S %Y", tm);
        break;
    case 'D':
    case 'x':
        put_format(sink, field, "%m/%d/%y", tm);
        break;
    case 'd':
        put_number(sink, field, tm->tm_mday, 2, '0');
        break;
    case 'e':
        put_number(sink, field, tm->tm_mday, 2, ' ');
        break;
    case 'F':
        put_format(sink, field, "%Y-%m-%d", tm);
        break;
    case 'G':
        iso_week(tm, &iso_year);
        put_number(sink, field, iso_year, 1, '0');
        break;
    case 'g':
        iso_week(tm, &iso_year);
        put_number(sink, field, (iso_year % 100 + 100) % 100, 2, '0');
        break;
    case 'H':
        put_number(sink, field, tm->tm_hour, 2, '0');
        break;
    case 'I':
        put_number(sink, field, twelve(tm->tm_hour), 2, '0');
        break;
    case 'j':
        put_number(sink, field, tm->tm_yday + 1L, 3, '0');
        break;
    case 'k':
        put_number(sink, field, tm->tm_hour, 2, ' ');
        break;
    case 'l':
        put_number(sink, field, twelve(tm->tm_hour), 2, ' ');
        break;
    case 'M':
        put_number(sink, field, tm->tm_min, 2, '0');
        break;
    case 'm':
        put_number(sink, field, tm->tm_mon + 1L, 2, '0');
        break;
    case 'n':
        put_text(sink, field, "\n", 1);
        break;
    case 'P':
    case 'p':
        put_half(sink, field, kind, tm);
        break;
    case 'R':
        put_format(sink, field, "%H:%M", tm);
        break;
    case 'r':
        put_format(sink, field, "%I:%M:%S %p", tm);
        break;
    case 'S':
        put_number(sink, field, tm->tm_sec, 2, '0');
        break;
    case 's': {
        struct tm copy = *tm;
        char digits[24] = "";
        struct sink inner = {digits, sizeof digits, 0, false};

        put_number(&inner, &(struct field){0}, symir_put_together(&copy), 1, ' ');
        put_text(sink, field, digits, sizeof digits);
        break;
    }
    case 'T':
    case 'X':
        put_format(sink, field, "%H:%M:%S", tm);
        break;
    case 't':
        put_text(sink, field, "\t", 1);
        break;
    case 'U':
        put_number(sink, field, (tm->tm_yday - tm->tm_wday + 7) / 7, 2, '0');
        break;
    case 'u':
        put_number(sink, field, tm->tm_wday == 0 ? 7 : tm->tm_wday, 1, '0');
        break;
    case 'V':
        put_number(sink, field, iso_week(tm, &iso_year), 2, '0');
        break;
    case 'W':
        put_number(sink, field, (tm->tm_yday - (tm->tm_wday + 6) % 7 + 7) / 7, 2, '0');
        break;
    case 'w':
        put_number(sink, field, tm->tm_wday, 1, '0');
        break;
    case 'Y':
        put_number(sink, field, year, 1, '0');
        break;
    case 'y':
        put_number(sink, field, (year % 100 + 100) % 100, 2, '0');
        break;
    case 'Z':
        field->is_lower = field->is_swapped;
        put_text(sink, field, zone_of(tm), 100);
        break;
    case 'z':
        put_zone(sink, field, tm);
        break;
    case '%':
        put_text(sink, field, "%", 1);
        break;
    default:
        return false;
    }
    return true;
}

static void format(struct sink *sink, const char *text, const struct tm *tm) {
    for (; *text != '\0'; text++) {
        struct field field = {0};
        const char *start = text, *end;
        char modifier;

        if (*text != '%') {
            put(sink, *text);
            continue;
        }
        for (text++;; text++) {
            if (*text == '_')
                field.pad = ' ';
            else if (*text == '-' || *text == '0')
                field.pad = *text;
            else if (*text == '^')
                field.is_upper = true;
            else if (*text == '#')
                field.is_swapped = true;
            else
                break;
        }
        for (; *text >= '0' && *text <= '9' && field.width < 10000; text++)
            field.width = field.width * 10 + (*text - '0');
        modifier = *text == 'E' || *text == 'O' ? *text++ : '\0';
        if (*text != '\0' && takes(*text, modifier) && convert(sink, &field, *text, tm))
            continue;
        /* What is no conversion stays as it is, in its width. */
        end = *text == '\0' ? text : text + 1;
        for (long more = field.width - (end - start); more > 0; more--)
            put(sink, field.pad == '0' ? '0' : ' ');
        for (; start < end; start++)
            put(sink, in_case(&field, *start));
        if (*text == '\0')
            return;
    }
}

static size_t to_text(char *to, size_t room, const char *text, const struct tm *tm) {
    struct sink sink = {to, room, 0, false};

    format(&sink, text, tm);
    if (sink.length >= room)
        return 0;
    to[sink.length] = '\0';
    return sink.length;
}

size_t strftime(char *to, size_t room, const char *text, const struct tm *tm) {
    return to_text(to, room, text, tm);
}

size_t strftime_l(char *to, size_t room, const char *text, const struct tm *tm, void *locale) {
    (void)locale;
    return to_text(to, room, text, tm);
}
