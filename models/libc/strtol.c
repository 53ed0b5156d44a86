/*
 * Models of stdlib.h and inttypes.h: numbers from strings, without those with
 * a fraction. The names that begin with __isoc23 are what glibc 2.38 and later
 * call in their place; they know the prefix 0b too.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

int *__errno_location(void);

enum { INVALID = 22, OUT_OF_RANGE = 34 };

/* So many digits of any base fit 63 bits: 36 to the power of 12 does. Up to
 * there nothing need be asked about a number's value. */
enum { SAFE_DIGITS = 12 };

/* A number as it was written. */
struct number {
    unsigned long value; /* ULONG_MAX if it is too large */
    bool is_negative;
    bool is_small; /* surely no more than LONG_MAX */
    bool is_too_large;
    bool is_valid; /* false if the base is none */
};

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The value of a digit; of any other character, more than a base can be. */
static unsigned digit(char c) {
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A') + 10;
    return UINT_MAX;
}

/* The base if it is to be told from the prefix, and the length of that. */
static int prefix(const char *s, int *base, bool has_binary) {
    bool may_be_hexadecimal = *base == 0 || *base == 16;
    bool may_be_binary = has_binary && (*base == 0 || *base == 2);
    char second;

    /* A zero is a digit like others unless a prefix may begin with it. */
    if (!may_be_hexadecimal && !may_be_binary)
        return 0;
    second = s[0] == '0' ? s[1] : '\0';
    if (may_be_hexadecimal && (second == 'x' || second == 'X') && digit(s[2]) < 16) {
        *base = 16;
        return 2;
    }
    if (may_be_binary && (second == 'b' || second == 'B') && digit(s[2]) < 2) {
        *base = 2;
        return 2;
    }
    if (*base == 0)
        *base = s[0] == '0' ? 8 : 10;
    return 0;
}

static struct number read(const char *begin, char **end, int base, bool has_binary) {
    struct number number = {.is_small = true, .is_valid = true};
    const char *s = begin;
    int n_digits = 0;

    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = INVALID;
        number.is_valid = false;
        return number;
    }
    while (is_space(*s))
        s++;
    if (*s == '-' || *s == '+')
        number.is_negative = *s++ == '-';
    s += prefix(s, &base, has_binary);
    for (; digit(*s) < (unsigned)base; s++, n_digits++) {
        unsigned long next = number.value;

        if (n_digits < SAFE_DIGITS) {
            number.value = next * (unsigned)base + digit(*s);
            continue;
        }
        number.is_small = false;
        if (number.is_too_large)
            continue;
        if (next > (ULONG_MAX - digit(*s)) / (unsigned)base) {
            number.is_too_large = true;
            number.value = ULONG_MAX;
        } else {
            number.value = next * (unsigned)base + digit(*s);
        }
    }
    if (end != NULL)
        *end = (char *)(n_digits > 0 ? s : begin);
    return number;
}

static long to_signed(const char *s, char **end, int base, bool has_binary) {
    struct number number = read(s, end, base, has_binary);

    if (!number.is_small) {
        unsigned long most = number.is_negative ? (unsigned long)LONG_MAX + 1 : LONG_MAX;

        if (number.value > most) {
            *__errno_location() = OUT_OF_RANGE;
            return number.is_negative ? LONG_MIN : LONG_MAX;
        }
    }
    return (long)(number.is_negative ? 0 - number.value : number.value);
}

static unsigned long to_unsigned(const char *s, char **end, int base, bool has_binary) {
    struct number number = read(s, end, base, has_binary);

    if (number.is_too_large) {
        *__errno_location() = OUT_OF_RANGE;
        return ULONG_MAX;
    }
    return number.is_negative ? 0 - number.value : number.value;
}

#define SIGNED(type, name) \
    type name(const char *s, char **end, int base) { \
        return to_signed(s, end, base, false); \
    } \
    type __isoc23_##name(const char *s, char **end, int base) { \
        return to_signed(s, end, base, true); \
    }

#define UNSIGNED(type, name) \
    type name(const char *s, char **end, int base) { \
        return to_unsigned(s, end, base, false); \
    } \
    type __isoc23_##name(const char *s, char **end, int base) { \
        return to_unsigned(s, end, base, true); \
    }

SIGNED(long, strtol)
SIGNED(long long, strtoll)
SIGNED(intmax_t, strtoimax)
UNSIGNED(unsigned long, strtoul)
UNSIGNED(unsigned long long, strtoull)
UNSIGNED(uintmax_t, strtoumax)

int atoi(const char *s) {
    return (int)to_signed(s, NULL, 10, false);
}

long atol(const char *s) {
    return to_signed(s, NULL, 10, false);
}

long long atoll(const char *s) {
    return to_signed(s, NULL, 10, false);
}
