/* Formatted output: texts and lengths, for a table of formats and values. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <limits.h>
#include <stdarg.h>

MODEL(snprintf);
MODEL(vsnprintf);
MODEL(sprintf);
MODEL(asprintf);
MODEL(__errno_location);

static const char *const flags[] = {"", "-", "+", " ", "#", "0", "-0", "+0", " 0", "#0", "-#", "+ ", "'"};
static const char *const widths[] = {"", "1", "2", "7", "12", "30"};
static const char *const precisions[] = {"", ".", ".0", ".1", ".3", ".12", ".25"};

static const long values[] = {
    0, 1, -1, 7, 8, 9, 10, 15, 16, 99, 100, -128, 127, 255, 256, 1000, -32768, 65535,
    INT_MAX, INT_MIN, UINT_MAX, LONG_MAX, LONG_MIN, 999999999999999999, 1000000000000000000,
};

enum { SIZE = 64 };

/* Both texts for the same format and arguments, with room for all, some, none. */
#define SAME(...) \
    do { \
        for (size_t room = 0; room <= SIZE; room = room == 0 ? STRIDE > 1 ? SIZE : 1 : room * 2) { \
            char real[SIZE + 1], model[SIZE + 1]; \
            memset(real, '#', sizeof real); \
            memset(model, '#', sizeof model); \
            int of_real = snprintf(real, room, __VA_ARGS__); \
            int of_model = model_snprintf(model, room, __VA_ARGS__); \
            CHECK(of_real == of_model, "\"%s\" %d, not %d", text, of_model, of_real); \
            CHECK(memcmp(real, model, sizeof real) == 0, "\"%s\" [%.64s], not [%.64s]", text, model, real); \
        } \
    } while (0)

#pragma clang diagnostic ignored "-Wformat-security"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat"

static void check_integers(const char *front) {
    static const char *const lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t"};

    for (size_t length = 0; length < sizeof lengths / sizeof *lengths; length++)
        for (const char *kind = "diuoxX"; *kind != '\0'; kind++) {
            char text[SIZE];

            snprintf(text, sizeof text, "<%s%s%c>", front, lengths[length], *kind);
            for (size_t i = 0; i < sizeof values / sizeof *values; i += STRIDE)
                if (length < 3)
                    SAME(text, (int)values[i]);
                else
                    SAME(text, values[i]);
        }
}

static void check_texts(const char *front) {
    static const char *const texts[] = {"", "a", "readable", "\xff\x80 x", NULL};
    char text[SIZE];

    snprintf(text, sizeof text, "%s%ss|", front[0] == '\0' ? "" : "%", front + (front[0] != '\0'));
    if (front[0] == '\0')
        strcpy(text, "%s|");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        SAME(text, texts[i]);
}

static void check_specifications(void) {
    for (size_t f = 0; f < sizeof flags / sizeof *flags; f += STRIDE)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w += STRIDE)
            for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p += STRIDE) {
                char front[SIZE];

                snprintf(front, sizeof front, "%%%s%s%s", flags[f], widths[w], precisions[p]);
                check_integers(front);
                /* The flag 0 says nothing for other conversions. */
                if (strchr(flags[f], '0') == NULL)
                    check_texts(front);
            }
}

static void check_others_than_numbers(void) {
    const char *text = "characters, pointers, arguments as numbers";

    for (int c = 0; c < 300; c += STRIDE)
        SAME("%c|%3c|%-3c|", c, c, c);
    SAME("%p|%20p|%-20p|", (void *)text, (void *)text, (void *)text);
    SAME("%p|%20p|%-20p|", NULL, NULL, NULL);
    SAME("%+p|% p|", (void *)text, (void *)text);
    SAME("100%% of %s%d%c", "x", 3, 'y');
    SAME("%*d|%-*d|%*d|", 5, 1, 5, 2, -5, 3);
    SAME("%.*d|%.*d|%.*s|%.*s|", 4, 1, -4, 2, 2, "abc", -1, "abc");
    SAME("%d %d %d %d %d %d %d %d %ld %s", 1, 2, 3, 4, 5, 6, 7, 8, 9L, "ten");
    SAME("no conversion at all");
    SAME("%s", "");
    errno = *model___errno_location() = ENOENT;
    SAME("%m|%30m|");
}

static int through_list(char *to, size_t room, const char *text, ...) {
    va_list arguments;

    va_start(arguments, text);
    int length = model_vsnprintf(to, room, text, arguments);
    va_end(arguments);
    return length;
}

static void check_numbered(void) {
    const char *text = "numbered";

    SAME("%2$s %1$d %2$s", 1, "two");
    SAME("%3$*1$.*2$f|%4$Lg|%5$ld", 12, 3, 3.14159, 2.5L, 1L << 40);
    SAME("%2$d%%%1$c", 'x', 7);
    SAME("%1$s%1$s", "ab");
}

static void check_wide(void) {
    const char *text = "wide";

    SAME("%ls|%5ls|%-5ls|%.1ls|%lc|%3lc", L"abc", L"abc", L"abc", L"abc", L'x', L'y');
    SAME("%S %C", L"abc", L'x');
    SAME("%ls", L"\x100");
    SAME("a%lc", 0xe9);
}

static void check_counts(void) {
    const char *text = "counts";
    signed char of_char = 0;
    short of_short = 0;
    int of_int = 0;
    long of_long = 0;
    char made[8], *allocated = NULL;

    CHECK(model_snprintf(made, sizeof made, "ab%hhnc%hn%nde%ln", &of_char, &of_short, &of_int, &of_long) == 5,
          "%s", made);
    CHECK(of_char == 2 && of_short == 3 && of_int == 3 && of_long == 5, "%d %d", of_char, of_int);
    CHECK(model_asprintf(&allocated, "%d-%s", 12, "x") == 4 && strcmp(allocated, "12-x") == 0, "%s", allocated);
    free(allocated);
    SAME("ends in %");
    SAME("%jd %zu %td %hhx %qd", (intmax_t)-5, (size_t)7, (ptrdiff_t)-9, 0x1ff, -3LL);
}

void check_formats(void) {
    char made[32];

    check_specifications();
    check_others_than_numbers();
    CHECK(through_list(made, sizeof made, "%s %d", "list", 7) == 6, "a list of arguments");
    CHECK(strcmp(made, "list 7") == 0, "%s", made);
    CHECK(model_sprintf(made, "%x", 48879) == 4 && strcmp(made, "beef") == 0, "%s", made);
    check_numbered();
    check_wide();
    check_counts();
}
