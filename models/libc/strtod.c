/*
 * Models of stdlib.h: floating-point numbers from strings, rounded to the
 * nearest, half-way cases to even. A decimal number is a quotient of two big
 * numbers, of which as many bits are computed as the format has, and one that
 * says whether something is left. The steps of the division do not branch.
 */
#include "float.h"

enum {
    /* Enough for the longest number that lies half-way between two doubles,
     * and between two long doubles; in digits and in words. */
    FEW_DIGITS = 800,
    FEW_WORDS = 140,
    MANY_DIGITS = 11560,
    MANY_WORDS = 1260,
};

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static int hex_digit(char c) {
    if (is_digit(c))
        return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* How many characters of `word`, in lower case, `s` begins with; all or 0. */
static int word_length(const char *s, const char *word) {
    int n = 0;

    for (; word[n] != '\0'; n++)
        if (lower(s[n]) != word[n])
            return 0;
    return n;
}

/* Big numbers, the least significant word first. */
struct words {
    uint32_t *at;
    int n;
};

/* Multiplies by a word and adds another. */
static void multiply(struct words *words, uint32_t factor, uint32_t more) {
    uint64_t carry = more;

    for (int i = 0; i < words->n; i++) {
        carry += (uint64_t)words->at[i] * factor;
        words->at[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        words->at[words->n++] = (uint32_t)carry;
}

static void multiply_by_power_of_five(struct words *words, long power) {
    enum { FIVES = 13 };
    static const uint32_t power_of_five = 1220703125; /* to the power of FIVES */

    for (; power >= FIVES; power -= FIVES)
        multiply(words, power_of_five, 0);
    for (; power > 0; power--)
        multiply(words, 5, 0);
}

static int bit_length(const struct words *words) {
    int n = 0;

    for (uint32_t top = words->at[words->n - 1]; top != 0; top >>= 1)
        n++;
    return 32 * (words->n - 1) + n;
}

static void shift_left(struct words *words, int bits) {
    int n_words = bits / 32, n_bits = bits % 32;
    uint32_t carry = 0;

    if (bits <= 0)
        return;
    for (int i = words->n; i-- > 0;)
        words->at[i + n_words] = words->at[i];
    for (int i = 0; i < n_words; i++)
        words->at[i] = 0;
    words->n += n_words;
    for (int i = n_words; n_bits > 0 && i < words->n; i++) {
        uint32_t word = words->at[i];

        words->at[i] = word << n_bits | carry;
        carry = word >> (32 - n_bits);
    }
    if (carry != 0)
        words->at[words->n++] = carry;
}

/* One step of a division of numbers with n words each: takes b from a if it
 * is not greater, and says so. a has room for a bit more. */
static uint32_t take(uint32_t *a, const uint32_t *b, int n) {
    uint64_t borrow = 0;

    for (int i = 0; i < n; i++)
        borrow = ((uint64_t)a[i] - b[i] - borrow) >> 63;
    uint32_t mask = (uint32_t)borrow - 1;
    borrow = 0;
    for (int i = 0; i < n; i++) {
        uint64_t difference = (uint64_t)a[i] - (b[i] & mask) - borrow;

        a[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    return mask & 1;
}

static void twice(uint32_t *a, int n) {
    uint32_t carry = 0;

    for (int i = 0; i < n; i++) {
        uint32_t word = a[i];

        a[i] = word << 1 | carry;
        carry = word >> 31;
    }
}

/* a / b times 2 to the power of `exponent`. */
static struct symir_number divide(enum symir_format format, bool is_negative, struct words a,
                                  struct words b, int exponent) {
    int length = bit_length(&a), other = bit_length(&b);
    uint64_t bits = 0;

    exponent += length - other;
    if (length < other)
        shift_left(&a, other - length);
    else
        shift_left(&b, length - other);
    int n = (a.n > b.n ? a.n : b.n) + 1;
    for (int i = a.n; i < n; i++)
        a.at[i] = 0;
    for (int i = b.n; i < n; i++)
        b.at[i] = 0;
    if (take(a.at, b.at, n) == 0) {
        /* Less than one: begin with the next bit. */
        exponent--;
        twice(a.at, n);
        take(a.at, b.at, n);
    }
    bits = 1;
    for (int i = 0; i < 63; i++) {
        twice(a.at, n);
        bits = bits << 1 | take(a.at, b.at, n);
    }
    twice(a.at, n);
    bool half = take(a.at, b.at, n) != 0;
    uint32_t rest = 0;
    for (int i = 0; i < n; i++)
        rest |= a.at[i];
    return symir_rounded(format, is_negative, exponent, bits, half, rest != 0);
}

/* The number as it is written, without sign. */
struct written {
    const char *digits; /* with a point somewhere */
    const char *end;
    long point; /* digits from the first on that is not zero; may be negative */
    long n_digits; /* from there */
    long exponent;
};

/* Reads digits through the memory for two big numbers. */
static struct symir_number from_decimal(enum symir_format format, bool is_negative,
                                        const struct written *written, uint32_t *memory, int n_words,
                                        long most) {
    struct words a = {memory, 1}, b = {memory + n_words, 1};
    long n = 0, exponent = written->exponent + written->point;
    bool rest = false;
    uint32_t group = 0, scale = 1;

    a.at[0] = 0;
    b.at[0] = 1;
    for (const char *at = written->digits; at < written->end; at++) {
        if (*at == '.')
            continue;
        if (n == most) {
            rest |= *at != '0';
            continue;
        }
        group = group * 10 + (uint32_t)(*at - '0');
        scale *= 10;
        n++;
        if (scale == 1000000000) {
            multiply(&a, scale, group);
            group = 0;
            scale = 1;
        }
    }
    multiply(&a, scale, group);
    if (rest) {
        /* What is left is more than nothing, and less than a digit. */
        multiply(&a, 10, 1);
        n++;
    }
    exponent -= n;
    while (a.n > 1 && a.at[a.n - 1] == 0)
        a.n--;
    multiply_by_power_of_five(exponent < 0 ? &b : &a, exponent < 0 ? -exponent : exponent);
    return divide(format, is_negative, a, b, (int)exponent);
}

/* Apart, as each has memory of its own. */

static __attribute__((noinline)) struct symir_number
from_short(enum symir_format format, bool is_negative, const struct written *written) {
    uint32_t memory[2 * FEW_WORDS];

    return from_decimal(format, is_negative, written, memory, FEW_WORDS, FEW_DIGITS);
}

static __attribute__((noinline)) struct symir_number
from_long(enum symir_format format, bool is_negative, const struct written *written) {
    uint32_t memory[2 * MANY_WORDS];

    return from_decimal(format, is_negative, written, memory, MANY_WORDS, MANY_DIGITS);
}

/* The exponent behind e or p; `s` moves only if there is one. */
static long read_exponent(const char **s, char mark) {
    enum { ENOUGH = 1000000 };
    const char *at = *s;
    long exponent = 0;
    bool is_negative = false;

    if (lower(*at) != mark)
        return 0;
    at++;
    if (*at == '+' || *at == '-')
        is_negative = *at++ == '-';
    if (!is_digit(*at))
        return 0;
    for (; is_digit(*at); at++)
        if (exponent < ENOUGH)
            exponent = exponent * 10 + (*at - '0');
    *s = at;
    return is_negative ? -exponent : exponent;
}

static struct symir_number read_decimal(const char *s, const char **end, enum symir_format format,
                                        bool is_negative) {
    const struct symir_traits *traits = &symir_traits_of[format];
    struct written written = {0};
    bool has_point = false;

    /* Up to here the digits are zeros; `point` counts from the first other. */
    for (;; s++) {
        if (*s == '.' && !has_point)
            has_point = true;
        else if (*s == '0')
            written.point -= has_point;
        else
            break;
    }
    written.digits = s;
    for (;; s++) {
        if (*s == '.' && !has_point) {
            has_point = true;
        } else if (is_digit(*s)) {
            written.n_digits++;
            written.point += !has_point;
        } else {
            break;
        }
    }
    written.end = s;
    *end = s;
    written.exponent = read_exponent(end, 'e');
    if (written.n_digits == 0)
        return symir_pack(format, is_negative, 0, 0);
    long decimal = written.exponent + written.point;
    if (decimal > traits->greatest_decimal)
        return symir_overflow(format, is_negative);
    if (decimal < traits->least_decimal) {
        fail(OUT_OF_RANGE);
        return symir_pack(format, is_negative, 0, 0);
    }
    if (format == EXTENDED && (written.n_digits > 300 || decimal > 300 || decimal < -300))
        return from_long(format, is_negative, &written);
    return from_short(format, is_negative, &written);
}

/* `s` is behind 0x. */
static struct symir_number read_hex(const char *s, const char **end, enum symir_format format,
                                    bool is_negative) {
    uint64_t bits = 0;
    bool has_point = false, is_full = false, half = false, rest = false;
    long exponent = 63;

    for (;; s++) {
        int digit = hex_digit(*s);

        if (*s == '.' && !has_point) {
            has_point = true;
            continue;
        }
        if (digit < 0)
            break;
        if (bits >> 60 == 0) {
            bits = bits << 4 | (uint64_t)digit;
            exponent -= has_point ? 4 : 0;
            continue;
        }
        /* The last bits that fit, and what is behind them. */
        exponent += has_point ? 0 : 4;
        for (int i = 3; i >= 0; i--) {
            bool bit = (digit >> i & 1) != 0;

            if (bits >> 63 == 0) {
                bits = bits << 1 | bit;
                exponent--;
            } else if (!is_full) {
                half = bit;
                is_full = true;
            } else {
                rest |= bit;
            }
        }
    }
    *end = s;
    exponent += read_exponent(end, 'p');
    if (bits == 0)
        return symir_pack(format, is_negative, 0, 0);
    for (; bits >> 63 == 0; bits <<= 1)
        exponent--;
    if (exponent > 20000)
        return symir_overflow(format, is_negative);
    if (exponent < -20000)
        exponent = -20000;
    return symir_rounded(format, is_negative, (int)exponent, bits, half, rest);
}

/* nan, and nan(…) with a number for the mantissa. `s` is behind the word. */
static struct symir_number read_nan(const char *s, const char **end, enum symir_format format,
                                    bool is_negative) {
    static const uint64_t quiet[] = {1ull << 22, 1ull << 51, 3ull << 62};
    static const uint64_t room[] = {(1ull << 22) - 1, (1ull << 51) - 1, (1ull << 62) - 1};
    uint64_t payload = 0;
    unsigned base = 10;
    const char *at = s;

    *end = s;
    if (*s == '(') {
        for (at++; hex_digit(*at) >= 0 || (lower(*at) >= 'g' && lower(*at) <= 'z') || *at == '_'; at++)
            ;
        if (*at == ')') {
            *end = at + 1;
            s++;
            if (*s == '0')
                base = lower(s[1]) == 'x' ? 16 : 8;
            s += base == 16 ? 2 : 0;
            for (; s < at && hex_digit(*s) >= 0 && hex_digit(*s) < (int)base; s++)
                payload = payload * base + (uint64_t)hex_digit(*s);
            if (s != at)
                payload = 0;
        }
    }
    payload &= room[format];
    return symir_pack(format, is_negative, (unsigned)(2 * symir_traits_of[format].greatest + 1),
                quiet[format] | payload);
}

struct symir_number symir_read_number(const char *s, const char **end, enum symir_format format) {
    const char *begin = s;
    bool is_negative = false;

    while (is_space(*s))
        s++;
    if (*s == '+' || *s == '-')
        is_negative = *s++ == '-';
    int length = word_length(s, "inf");
    if (length > 0) {
        *end = s + length + word_length(s + length, "inity");
        return symir_infinite(format, is_negative);
    }
    length = word_length(s, "nan");
    if (length > 0)
        return read_nan(s + length, end, format, is_negative);
    if (s[0] == '0' && lower(s[1]) == 'x'
        && (hex_digit(s[2]) >= 0 || (s[2] == '.' && hex_digit(s[3]) >= 0)))
        return read_hex(s + 2, end, format, is_negative);
    if (is_digit(s[0]) || (s[0] == '.' && is_digit(s[1])))
        return read_decimal(s, end, format, is_negative);
    *end = begin;
    return symir_pack(format, false, 0, 0);
}

static struct symir_number read(const char *s, char **end, enum symir_format format) {
    const char *behind;
    struct symir_number number = symir_read_number(s, &behind, format);

    if (end != NULL)
        *end = (char *)behind;
    return number;
}

static double to_double(const char *s, char **end) {
    union {
        uint64_t bits;
        double value;
    } number = {.bits = read(s, end, DOUBLE_FORMAT).bits};

    return number.value;
}

static float to_float(const char *s, char **end) {
    union {
        uint32_t bits;
        float value;
    } number = {.bits = (uint32_t)read(s, end, SINGLE).bits};

    return number.value;
}

static long double to_long_double(const char *s, char **end) {
    struct symir_number number = read(s, end, EXTENDED);
    union {
        struct {
            uint64_t mantissa;
            uint16_t exponent;
        } bits;
        long double value;
    } made = {.bits = {number.bits, number.exponent}};

    return made.value;
}

double strtod(const char *s, char **end) {
    return to_double(s, end);
}

float strtof(const char *s, char **end) {
    return to_float(s, end);
}

long double strtold(const char *s, char **end) {
    return to_long_double(s, end);
}

double __strtod_internal(const char *s, char **end, int group) {
    (void)group;
    return to_double(s, end);
}

double atof(const char *s) {
    return to_double(s, NULL);
}
