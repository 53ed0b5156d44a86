/* Clocks, dates, and times as text. */
#define _GNU_SOURCE
#include "check.h"
#include "machine.h"
#include <sys/time.h>
#include <time.h>

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

static void check_texts_of(const struct tm *tm) {
    static const char kinds[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
    static const char *const fronts[] = {"", "_", "-", "0", "^", "#", "5", "_7", "E", "O"};

    for (const char *kind = kinds; *kind != '\0'; kind++)
        for (int i = 0; i < 10; i++) {
            char format[16], real[128], model[128];
            /* Widths and flags are for single fields. */
            if (strchr("cDFrRTxXzn%thP", *kind) != NULL && i > 0)
                continue;
            if ((i == 8 && strchr("CyY", *kind) == NULL) || (i == 9 && strchr("deHImMSuUVwWy", *kind) == NULL))
                continue;
            snprintf(format, sizeof format, "<%%%s%c>", fronts[i], *kind);
            size_t of_real = strftime(real, sizeof real, format, tm);
            size_t of_model = model_strftime(model, sizeof model, format, tm);
            CHECK(of_real == of_model && strcmp(real, model) == 0, "%s: %s, not %s", format, model, real);
        }
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

void check_calendar(void) {
    static const time_t edges[] = {0, -1, 86399, 86400, 951782399, 951782400, 4107542399, 253402300799, -62135596800};
    struct timeval real;
    struct timespec spec;

    setenv("TZ", "UTC", 1);
    tzset();
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        check_time(edges[i]);
    for (int i = 0; i < 1000; i++)
        check_time((time_t)drawn(1u << 31) * (drawn(2) ? 1 : 100) - (drawn(2) ? 0 : 6000000000));
    CHECK(model_time(NULL) == now && model_clock() == 250000, "time");
    CHECK(model_gettimeofday(&real, NULL) == 0 && real.tv_sec == now && real.tv_usec == 123456, "gettimeofday");
    CHECK(model_clock_gettime(CLOCK_REALTIME, &spec) == 0 && spec.tv_nsec == 123456789, "clock_gettime");
    CHECK(model_difftime(7, 9) == -2, "difftime");
}
