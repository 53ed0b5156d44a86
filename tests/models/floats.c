/* Floating-point numbers as text, there and back: every conversion of printf,
 * and strtod and its family, over edge cases and drawn numbers. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <float.h>
#include <math.h>

MODEL(snprintf);
MODEL(strtod);
MODEL(strtof);
MODEL(strtold);
MODEL(atof);
MODEL(__errno_location);

#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat"

enum { SIZE = 6000 };

static uint64_t drawn_bits(void) {
    return (uint64_t)drawn(1u << 31) << 40 ^ (uint64_t)drawn(1u << 31) << 20 ^ drawn(1u << 31);
}

static double double_of(uint64_t bits) {
    double number;

    memcpy(&number, &bits, sizeof number);
    return number;
}

static long double extended_of(uint64_t mantissa, uint16_t exponent) {
    long double number = 0;

    memcpy(&number, &mantissa, sizeof mantissa);
    memcpy((char *)&number + 8, &exponent, sizeof exponent);
    return number;
}

/* A number of a size that people write, or any bits. */
static double drawn_double(void) {
    switch (drawn(4)) {
    case 0:
        return (double)drawn(100000) / 1000 - 10;
    case 1:
        return ldexp((double)(int)drawn(1 << 20), (int)drawn(80) - 60);
    case 2:
        return (double)drawn(1000) * pow(10, (int)drawn(40) - 20);
    default:
        return double_of(drawn_bits());
    }
}

static long double drawn_extended(void) {
    uint64_t mantissa = drawn_bits();
    uint16_t exponent = (uint16_t)drawn(1 << 16);

    if (drawn(4) == 0)
        return extended_of(mantissa >> 1, exponent & 0x8000);
    if (drawn(3) != 0)
        exponent = (uint16_t)(16383 - 70 + drawn(140));
    return extended_of(mantissa | 1ull << 63, exponent);
}

static void same(const char *format, double number) {
    static char real[SIZE], model[SIZE];
    int of_real = snprintf(real, SIZE, format, number);
    int of_model = model_snprintf(model, SIZE, format, number);

    CHECK(of_real == of_model && strcmp(real, model) == 0, "\"%s\" of %a: [%.60s], not [%.60s]", format,
          number, model, real);
}

static void same_extended(const char *format, long double number) {
    static char real[SIZE], model[SIZE];
    int of_real = snprintf(real, SIZE, format, number);
    int of_model = model_snprintf(model, SIZE, format, number);

    CHECK(of_real == of_model && strcmp(real, model) == 0, "\"%s\" of %La: [%.60s], not [%.60s]", format,
          number, model, real);
}

static void check_formats_of(double number, long double extended) {
    static const char *const flags[] = {"", "-", "+", " ", "#", "0", "+0", "#+"};
    static const char *const widths[] = {"", "1", "12", "40"};
    static const char *const precisions[] = {"", ".", ".0", ".1", ".2", ".5", ".11", ".17", ".40"};
    char front[32], format[32];

    snprintf(front, sizeof front, "%%%s%s%s", flags[drawn(8)], widths[drawn(4)], precisions[drawn(9)]);
    for (const char *kind = "eEfFgGaA"; *kind != '\0'; kind++) {
        /* glibc before 2.37 loses a digit here where rounding carries. */
        if ((*kind | 0x20) == 'g' && strchr(front, '#') != NULL)
            continue;
        snprintf(format, sizeof format, "<%s%c>", front, *kind);
        same(format, number);
        snprintf(format, sizeof format, "<%sL%c>", front, *kind);
        same_extended(format, extended);
    }
}

static const double edges[] = {
    0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, 0.25, 0.125, 9.5, 99.5, 0.05, 0.15, 0.95, 9.995, 999999.5,
    1e5, 1e6, 123456, 1234567, 1e-4, 1e-5, 0.00012345, 9.9999995, 1e15, 1e16, 1e17, 1e21, 1e22, 1e23,
    1e100, 1e300, DBL_MAX, DBL_MIN, 4.9406564584124654e-324, 2.2250738585072009e-308, INFINITY,
    -INFINITY, NAN, 3.14159265358979, 0.1, 0.2, 0.3, 1.0 / 3, 4503599627370496.5, 9007199254740993,
};

static void check_printing(void) {
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i += STRIDE)
        for (int round = 0; round < 8; round++) {
            check_formats_of(edges[i], (long double)edges[i]);
            check_formats_of(-edges[i], (long double)edges[i] / 3);
        }
    for (int i = 0; i < ROUNDS(1500); i++)
        check_formats_of(drawn_double(), drawn_extended());
    if (STRIDE > 1)
        return;
    same("%.1200f", DBL_MAX);
    same("%.1200f", 4.9406564584124654e-324);
    same("%.1200e", 2.2250738585072009e-308);
    same_extended("%.5000Lf", 1 / 3.0L);
    same_extended("%Lf", LDBL_MAX);
    same_extended("%.20Le", LDBL_MAX);
    same_extended("%.5900Lf", LDBL_MIN);
    same_extended("%.5900Le", LDBL_MIN);
    same_extended("%La", LDBL_MIN);
    same_extended("%.30Lg", extended_of(1, 0));
}

/* The bits, since a NaN equals nothing; a long double has ten bytes. */
#define SAME(function, s, size) \
    do { \
        char *real_end = NULL, *model_end = NULL; \
        errno = *model___errno_location() = 0; \
        __typeof__(function(s, NULL)) of_real = function(s, &real_end); \
        int error = errno; \
        __typeof__(of_real) of_model = model_##function(s, &model_end); \
        CHECK(memcmp(&of_real, &of_model, size) == 0, "\"%.60s\" %La, not %La", s, \
              (long double)of_model, (long double)of_real); \
        CHECK(real_end == model_end, "\"%.60s\" %td, not %td", s, model_end - s, real_end - s); \
        CHECK(*model___errno_location() == error, "\"%.60s\" %La: %d, not %d", s, \
              (long double)of_real, *model___errno_location(), error); \
    } while (0)

static void check_text(const char *s) {
    SAME(strtod, s, sizeof(double));
    SAME(strtof, s, sizeof(float));
    SAME(strtold, s, 10);
}

static const char *const texts[] = {
    "", ".", "+", "-", "-.", "e5", ".e5", "1e", "1e+", "1e-", "1e5x", "0x", "0x.", "0x.8", "0xp1", "0x1p", "0x1p+",
    "inf", "-inf", "infi", "INFINITY", "infinityx", "nan", "-nan", "nan(", "nan()", "nan(12)", "nan(0x7f)x",
    "nan(a-b)", "nan(017)", "nan(_z)", "  \t1.5", "1.5.5", "..5", "00000.00001", "0.1", "0.3", "1e22", "1e23",
    "9007199254740993", "9007199254740992.9999999", "9007199254740993.00000000000000000000000000000001",
    "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e309", "-1e400", "1e-400",
    "2.2250738585072014e-308", "2.2250738585072011e-308", "2.225073858507201e-308", "4.9406564584124654e-324",
    "2.4703282292062327e-324", "2.4703282292062328e-324", "3.4028234e38", "3.4028235677973366e38", "3.4028236e38",
    "1.17549435e-38", "1.1754943e-38", "1.4e-45", "7e-46", "7.1e-46", "0x1.fffffffffffff8p1023", "0x1p-1074",
    "0x1p-1075", "0x1.8p-1074", "0x.fffffffffffff8p-1022", "0x.fffffffffffffcp-1022", "0x0.0p0", "0x1.00000180p0",
    "0x1.000001p0", "0x1.0000018p0", "0x123456789abcdef01234p5", "0x1.fffffep127", "0x1.ffffffp127", "0x1p99999",
    "0x1p-99999", "1e4932", "1.18973149535723176502e4932", "1.18973149535723176509e4932", "1.2e4932", "1e-4931",
    "3.3621031431120935063e-4932", "3.6e-4951", "1.8e-4951", "1.9e-4951", "0e99999", "0.0000e-5", "1e99999999999",
    "0x1.fffffffffffffffp16383", "0x1.ffffffffffffffffp16383", "0x1.fffffffffffffffep-16383", "0x3p-16446",
    "123456789012345678901234567890", "0.000000000000000000000000000000000000000000000001",
};

static void check_reading(void) {
    static char text[4000];

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i += STRIDE) {
        check_text(texts[i]);
        CHECK(isnan(atof(texts[i])) || model_atof(texts[i]) == atof(texts[i]), "%s", texts[i]);
    }
    for (int i = 0; i < ROUNDS(5000); i++) {
        double number = drawn_double();

        snprintf(text, sizeof text, drawn(2) ? "%.*g" : "%.*e", 1 + (int)drawn(25), number);
        check_text(text);
        snprintf(text, sizeof text, drawn(2) ? "%.*Lg" : "%.*Le", 1 + (int)drawn(25), drawn_extended());
        check_text(text);
        snprintf(text, sizeof text, "%.*La", (int)drawn(20), drawn_extended());
        check_text(text);
    }
    if (STRIDE > 1)
        return;
    /* Half-way between two numbers, with many digits, and a bit more or less. */
    for (int i = 0; i < ROUNDS(100); i++) {
        uint64_t bits = drawn_bits() & ~(drawn(2) ? 0x7ff0000000000000 : 0x4000000000000000);
        long double middle = ((long double)double_of(bits) + double_of(bits + 1)) / 2;
        int length = snprintf(text, sizeof text, "%.1200Le", middle);

        check_text(text);
        for (char *at = text + 1100; at > text; at--)
            if (*at >= '1' && *at <= '9') {
                --*at;
                break;
            }
        check_text(text);
        snprintf(text, sizeof text, "%.1200Le", middle);
        text[1150] = '1';
        check_text(text);
    }
}

void check_floats(void) {
    check_printing();
    check_reading();
}
