/* Clocks, dates, and times as text. */
#define _GNU_SOURCE
#include <ctype.h>
#include "check.h"
#include "machine.h"
#include <sys/time.h>
#include <time.h>

MODEL(strptime);
MODEL(gmtime);
MODEL(localtime);
MODEL(mktime);
MODEL(timegm);
MODEL(strftime);
MODEL(asctime);
MODEL(ctime);
MODEL(time);
MODEL(clock);
MODEL(gettimeofday);
MODEL(clock_gettime);
MODEL(difftime);

static bool are_equal(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday
        && a->tm_mon == b->tm_mon && a->tm_year == b->tm_year && a->tm_wday == b->tm_wday
        && a->tm_yday == b->tm_yday && a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff
        && strcmp(a->tm_zone, b->tm_zone) == 0;
}

static void check_text(const struct tm *tm, const char *format) {
    char real[128], model[128];
    size_t of_real = strftime(real, sizeof real, format, tm);
    size_t of_model = model_strftime(model, sizeof model, format, tm);

    CHECK(of_real == of_model && strcmp(real, model) == 0, "%s: %s, not %s", format, model, real);
}

static void check_texts_of(const struct tm *tm) {
    static const char *const fronts[] = {
        "", "_", "-", "0", "^", "#", "1", "5", "_7", "-7", "09", "E", "O", "5E", "EE",
    };
    struct tm without_zone = *tm;
    char format[16];

    without_zone.tm_zone = NULL;
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) {
        /* Letters that mean nothing, and no letter at all, are copied. */
        for (int kind = ' '; kind <= '~'; kind++) {
            if (isdigit(kind) || strchr("_-^#EO", kind) != NULL)
                continue;
            snprintf(format, sizeof format, "<%%%s%c>", fronts[i], kind);
            check_text(tm, format);
        }
        snprintf(format, sizeof format, "<%%%s", fronts[i]);
        check_text(tm, format);
    }
    check_text(&without_zone, "%Z");
}

static void check_time(time_t time) {
    struct tm real = *gmtime(&time), model = *model_gmtime(&time);

    CHECK(are_equal(&real, &model), "%ld: %s", time, model_asctime(&model));
    CHECK(model_timegm(&model) == time, "%ld", time);
    real = *localtime(&time), model = *model_localtime(&time);
    CHECK(are_equal(&real, &model), "%ld: %s, not %s", time, model.tm_zone, real.tm_zone);
    check_texts_of(&real);
    CHECK(strcmp(asctime(&real), model_asctime(&real)) == 0, "%s", model_asctime(&real));
    CHECK(strcmp(ctime(&time), model_ctime(&time)) == 0, "%s", model_ctime(&time));
    real.tm_mday += (int)drawn(1000) - 500;
    real.tm_mon += (int)drawn(100) - 50;
    real.tm_hour += (int)drawn(1000) - 500;
    real.tm_sec += (int)drawn(100000) - 50000;
    model = real;
    time_t of_real = mktime(&real), of_model = model_mktime(&model);
    CHECK(of_real == of_model && are_equal(&real, &model), "%ld, not %ld", of_model, of_real);
}

static void check_parsing(void) {
    static const char *const pairs[][2] = {
        {"2024-02-29", "%F"}, {"2024-02-30", "%Y-%m-%d"}, {"2024-13-01", "%F"}, {"12:34:56", "%T"}, {"12:34:56 PM", "%r"},
        {"12:34:56 am", "%I:%M:%S %p"}, {"1:2", "%H:%M"}, {"25:00", "%R"}, {"Monday, 3 June 1991", "%A, %d %B %Y"},
        {"Mon Jun  3 10:20:30 1991", "%c"}, {"06/03/91", "%D"}, {"06/03/20", "%x"}, {"19 91", "%C %y"}, {"20", "%C"}, {"68", "%y"},
        {"69", "%y"}, {"152 2024", "%j %Y"}, {"2024 60", "%Y %j"}, {"1000000000", "%s"}, {"+0130", "%z"}, {"-12:30", "%z"}, {"Z", "%z"},
        {"+01", "%z"}, {"+0160", "%z"}, {"100%", "%d0%%"}, {"7 3", "%u %w"}, {"2024 10 Tue", "%Y %U %a"}, {"2024 10 2", "%Y %W %w"},
        {"  12", "%d"}, {"x", "%d"}, {"", "%d"}, {"12", "%d "}, {"12  x", "%d x"}, {"junk", "junk"}, {"Jan", "%b"}, {"janua", "%B"},
        {"Foo", "%b"}, {"61", "%S"}, {"62", "%S"}, {"0", "%d"}, {"99 2024", "%g %G"}, {"53", "%V"}, {"12", "%Ed"}, {"12", "%Od"},
        {"12", "%q"}, {"2024\n05", "%Y%n%m"}, {"12 PM", "%l %p"}, {"0012", "%k%M"},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int filled = 0; filled < 2; filled++) {
            struct tm real = {.tm_year = 91, .tm_mday = 7 * filled, .tm_mon = filled}, model = real;
            char *of_real = strptime(pairs[i][0], pairs[i][1], &real), *of_model = model_strptime(pairs[i][0], pairs[i][1], &model);

            CHECK(of_real == of_model, "strptime(%s, %s): %s, not %s", pairs[i][0], pairs[i][1], of_model, of_real);
            CHECK(of_real == NULL || (real.tm_year == model.tm_year && real.tm_mon == model.tm_mon && real.tm_mday == model.tm_mday
                  && real.tm_hour == model.tm_hour && real.tm_min == model.tm_min && real.tm_sec == model.tm_sec
                  && real.tm_wday == model.tm_wday && real.tm_yday == model.tm_yday && real.tm_gmtoff == model.tm_gmtoff),
                  "strptime(%s, %s): %d-%d-%d %d %d, not %d-%d-%d %d %d", pairs[i][0], pairs[i][1], model.tm_year, model.tm_mon,
                  model.tm_mday, model.tm_wday, model.tm_yday, real.tm_year, real.tm_mon, real.tm_mday, real.tm_wday, real.tm_yday);
        }
}

void check_calendar(void) {
    static const time_t edges[] = {0, -1, 86399, 86400, 951782399, 951782400, 4107542399, 253402300799, -62135596800};
    struct timeval real;
    struct timespec spec;

    setenv("TZ", "UTC", 1);
    tzset();
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        check_time(edges[i]);
    for (int i = 0; i < ROUNDS(1000); i++)
        check_time((time_t)drawn(1u << 31) * (drawn(2) ? 1 : 100) - (drawn(2) ? 0 : 6000000000));
    CHECK(model_time(NULL) == now && model_clock() == 250000, "time");
    CHECK(model_gettimeofday(&real, NULL) == 0 && real.tv_sec == now && real.tv_usec == 123456, "gettimeofday");
    CHECK(model_clock_gettime(CLOCK_REALTIME, &spec) == 0 && spec.tv_nsec == 123456789, "clock_gettime");
    check_parsing();
    CHECK(model_difftime(7, 9) == -2, "difftime");
}
