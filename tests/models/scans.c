/* Formatted input: results, values and how much was read, for a table of
 * formats and texts. */
#define _GNU_SOURCE
#include "check.h"
#include <wchar.h>

MODEL(sscanf);

#pragma clang diagnostic ignored "-Wformat-nonliteral"

enum { SIZE = 64 };

/* What a conversion stored, and the character behind it. */
struct result {
    int n_assigned, n_read;
    char behind;
    _Alignas(16) char value[8 * SIZE];
};

static void same(const char *format, const char *text) {
    struct result real, model;

    memset(&real, 0x55, sizeof real);
    memset(&model, 0x55, sizeof model);
    real.n_assigned = sscanf(text, format, real.value, &real.n_read, &real.behind);
    model.n_assigned = model_sscanf(text, format, model.value, &model.n_read, &model.behind);
    CHECK(memcmp(&real, &model, sizeof real) == 0, "\"%s\" of \"%s\": %d %d %c %.*s, not %d %d %c %.*s", format,
          text, model.n_assigned, model.n_read, model.behind, 8, model.value, real.n_assigned, real.n_read,
          real.behind, 8, real.value);
}

static const char *const numbers[] = {
    "", " ", "1e", "1e+", "1e+x", "1ex", "0x", "0xg", "0x.", "0x.8", "0x1p", "0x1p+5", "inf", "infi", "infinity",
    "infinix", "nan", "nan(12)", "na", ".", "+", "-", "1.e5", "1..2", "-.5", ".e5", "+.", "1.5x", "0x1.8p1x", "- 5",
    "0", "08", "-0x", "0b1", "-x", "12a", "  7", "99999999999999999999", "-99999999999999999999", "123456789", "00012",
    "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616",
    "0xffffffffffffffffff",
    "077777777777777777777777", "1.7976931348623159e308", "3.4028236e38 ", "1234567890123456789012345678901234567890"
    "12345678901234567890", "\n\t 5", "(nil)", "(ni)", "+12", "+-1", "1 2", "abc", "%5", "a]b-c^d",
};

static void check_numbers_in(const char *text) {
    static const char *const lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t", "L"};
    static const char *const widths[] = {"", "1", "3", "20"};
    char format[SIZE];

    for (size_t w = 0; w < 4; w++)
        for (size_t l = 0; l < 9; l++)
            for (const char *kind = "diuoxXp"; *kind != '\0'; kind++) {
                snprintf(format, sizeof format, "%%%s%s%c%%n%%c", widths[w], lengths[l], *kind);
                same(format, text);
            }
    /* glibc is not consistent where a width cuts 0x off. */
    for (size_t w = 0; w < (strpbrk(text, "xX") != NULL ? 1 : 4); w++)
        for (const char *kind = "aefgEG"; *kind != '\0'; kind++) {
            snprintf(format, sizeof format, "%%%s%c%%n%%c", widths[w], *kind);
            same(format, text);
            snprintf(format, sizeof format, "%%%sl%c%%n%%c", widths[w], *kind);
            same(format, text);
            snprintf(format, sizeof format, "%%%sL%c%%n%%c", widths[w], *kind);
            same(format, text);
        }
}

static void check_texts_in(const char *text) {
    static const char *const formats[] = {
        "%s%n%c", "%3s%n%c", "%c%n%c", "%5c%n%c", "%[0-9]%n%c", "%2[^x]%n%c", "%[]a]%n%c", "%[^]a]%n%c", "%[a-]%n%c",
        "%[-0]%n%c", "%ls%n%c", "%lc%n%c", "%l[a-z]%n%c", "%S%n%c", "%2C%n%c", "%[a]", "%*d%s%n%c", "%*s%s%n%c",
        "%%%s%n%c", "1%s%n%c", " %c%n%c", "0 %s%n", "%*[ab]%s%n%c", "%*c%c%n%c", "%[]", "%[9-0a]%n%c", "%[^\n]%n%c",
    };

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        same(formats[i], text);
}

static void check_many(void) {
    static const char *const texts[] = {"1,2.5,abc", "1,2.5", "1,", "1", "x", "", " 12 , 3e1 , z", "7,8,9,"};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        int a = -1, b = -1;
        double x = -1, y = -1;
        char s[SIZE] = "-", t[SIZE] = "-";
        int real = sscanf(texts[i], "%d ,%lf , %s", &a, &x, s);
        int model = model_sscanf(texts[i], "%d ,%lf , %s", &b, &y, t);

        CHECK(real == model && a == b && x == y && strcmp(s, t) == 0, "\"%s\": %d, not %d", texts[i], model, real);
    }
}

static void check_allocation(void) {
    char *real = NULL, *model = NULL;
    wchar_t *wide = NULL;
    const char *text = "somewhat-longer-than-sixty-four-characters-so-that-the-memory-has-to-grow-once rest";

    CHECK(sscanf(text, "%ms", &real) == 1 && model_sscanf(text, "%ms", &model) == 1, "%%ms");
    CHECK(strcmp(real, model) == 0, "%s", model);
    CHECK(model_sscanf(text, "%m[a-z]", &model) == 1 && strcmp(model, "somewhat") == 0, "%s", model);
    CHECK(model_sscanf(text, "%3mc", &model) == 1 && memcmp(model, "som", 3) == 0, "%s", model);
    CHECK(model_sscanf(text, "%mls", &wide) == 1 && wcslen(wide) == strlen(real), "%%mls");
}

void check_scans(void) {
    char text[SIZE];

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i += STRIDE) {
        check_numbers_in(numbers[i]);
        check_texts_in(numbers[i]);
    }
    for (int i = 0; i < ROUNDS(1000); i++) {
        static const char kinds[] = "0123456789.eE+-xXaAfF ,%]";
        unsigned length = drawn(12);

        memset(text, 0, sizeof text);
        for (unsigned at = 0; at < length; at++)
            text[at] = kinds[drawn(sizeof kinds - 1)];
        check_numbers_in(text);
        check_texts_in(text);
    }
    check_many();
    check_allocation();
}
