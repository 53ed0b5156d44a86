/* Numbers from strings: values, what is left over, and errno. */
#include "check.h"
#include <errno.h>
#include <inttypes.h>

MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(strtoimax);
MODEL(strtoumax);
MODEL(atoi);
MODEL(atol);
MODEL(atoll);
MODEL(__errno_location);
long model___isoc23_strtol(const char *s, char **end, int base);

static const char *const edges[] = {
    "", " ", "-", "+", "0", "-0", "00", "0x", "0X", "0xg", "-0x", "0x1F", "0b1", "0b", "08", "+-1",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
    "99999999999999999999999", "-99999999999999999999999", "0x7fffffffffffffff", "0x8000000000000000",
    "0xffffffffffffffff", "0x10000000000000000", "0777777777777777777777", "01000000000000000000000",
    "02000000000000000000000", "000000000000000000000000000000012", "\t\n\v\f\r 42abc", "zzzzzzzzzzzz",
    "1y2p0ij32e8e7", "1y2p0ij32e8e8", "3w5e11264sgsf", "3w5e11264sgsg", "2147483648", "-2147483649",
};

#define SAME(function, s, base) \
    do { \
        char *real_end = NULL, *model_end = NULL; \
        errno = *model___errno_location() = 0; \
        __typeof__(function(s, NULL, 0)) of_real = function(s, &real_end, base); \
        int error = errno; \
        __typeof__(of_real) of_model = model_##function(s, &model_end, base); \
        CHECK(of_real == of_model, "\"%s\" base %d: %jd, not %jd", s, base, (intmax_t)of_model, \
              (intmax_t)of_real); \
        CHECK(real_end == model_end, "\"%s\" base %d", s, base); \
        CHECK(*model___errno_location() == error, "\"%s\" base %d", s, base); \
    } while (0)

static void check_text(const char *s, int base) {
    SAME(strtol, s, base);
    SAME(strtoul, s, base);
    SAME(strtoll, s, base);
    SAME(strtoull, s, base);
    SAME(strtoimax, s, base);
    SAME(strtoumax, s, base);
    CHECK(model_strtol(s, NULL, base) == strtol(s, NULL, base), "\"%s\" base %d", s, base);
}

static void check_decimal(const char *s) {
    CHECK(model_atoi(s) == atoi(s), "\"%s\"", s);
    CHECK(model_atol(s) == atol(s), "\"%s\"", s);
    CHECK(model_atoll(s) == atoll(s), "\"%s\"", s);
}

void check_numbers(void) {
    static const char kinds[] = "0123456789999xXbafFzZ- +";

    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        check_decimal(edges[i]);
        for (int base = -1; base <= 37; base++)
            check_text(edges[i], base);
    }
    for (int i = 0; i < ROUNDS(50000); i++) {
        char s[32] = "";
        unsigned length = drawn(26), n_kinds = 1 + drawn(sizeof kinds - 1);

        for (unsigned at = 0; at < length; at++)
            s[at] = kinds[drawn(n_kinds)];
        if (length > 3 && drawn(3) == 0)
            memcpy(s, drawn(2) ? "-0x" : " 0x", 3);
        else if (length > 2 && drawn(3) == 0)
            s[0] = "-+ "[drawn(3)];
        check_text(s, drawn(3) == 0 ? 0 : drawn(2) == 0 ? 16 : (int)drawn(38));
        check_decimal(s);
    }
    /* As glibc 2.38 has it; earlier ones do not know the prefix. */
    char *end;
    CHECK(model___isoc23_strtol("0b101", &end, 0) == 5 && *end == '\0', "0b101");
    CHECK(model___isoc23_strtol("-0B11x", &end, 2) == -3 && *end == 'x', "-0B11x");
    CHECK(model___isoc23_strtol("0b2", &end, 0) == 0 && *end == 'b', "0b2");
}
