/*
 * Models of stdio.h: formatted output of floating-point numbers, exact and
 * rounded to the nearest, half-way cases to even. Only the bits of a number
 * are looked at; its decimal digits come from its binary ones, in words:
 * the integer part is divided by 10^9 again and again, the fraction
 * multiplied.
 */
#include "print.h"

enum {
    BIAS = 16383, /* of a long double's exponent */
    GREATEST_EXPONENT = 0x7fff,
    DIGITS_OF_WORD = 9,
    BILLION = 1000000000,
    /* For a double, and for a long double: the words of an integer part or of
     * a fraction, and the decimal digits of both. */
    FEW_WORDS = 40,
    FEW_DIGITS = 1500,
    MANY_WORDS = 520,
    MANY_DIGITS = 21600,
};

/* A double's bits as those of the long double with the same value. */
union extended symir_extend(uint64_t bits) {
    union extended number = {0};
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits << 12 >> 1;

    if (exponent == 0x7ff) {
        exponent = GREATEST_EXPONENT;
        fraction |= 1ull << 63;
    } else if (exponent > 0) {
        exponent += BIAS - 1023;
        fraction |= 1ull << 63;
    } else if (fraction != 0) {
        exponent = BIAS - 1022;
        for (; fraction >> 63 == 0; fraction <<= 1)
            exponent--;
    }
    number.bits.mantissa = fraction;
    number.bits.exponent = (uint16_t)(exponent | (int)(bits >> 63) << 15);
    return number;
}

/* A number's digits: 0.ddd times 10 to the power of `point`; none for zero. */
struct decimal {
    char *digits; /* values, not characters */
    int n;
    int point;
    bool is_cut; /* something that is not zero follows */
};

/* A big number, the least significant word first. */
struct words {
    uint32_t *at;
    int n;
};

/* Divides by 10^9; gives the remainder. */
static uint32_t divide(struct words *words) {
    uint64_t rest = 0;

    for (int i = words->n; i-- > 0;) {
        rest = rest << 32 | words->at[i];
        words->at[i] = (uint32_t)(rest / BILLION);
        rest %= BILLION;
    }
    while (words->n > 0 && words->at[words->n - 1] == 0)
        words->n--;
    return (uint32_t)rest;
}

/* Multiplies a fraction by 10^9; gives what comes before the point. Words at
 * the end that are zero are taken off, so `at` moves. */
static uint32_t multiply(struct words *words) {
    uint64_t carry = 0;

    for (int i = 0; i < words->n; i++) {
        carry += (uint64_t)words->at[i] * BILLION;
        words->at[i] = (uint32_t)carry;
        carry >>= 32;
    }
    while (words->n > 0 && words->at[0] == 0) {
        words->at++;
        words->n--;
    }
    return (uint32_t)carry;
}

static void write_word(char *to, uint32_t word) {
    for (int i = DIGITS_OF_WORD; i-- > 0; word /= 10)
        to[i] = (char)(word % 10);
}

/* The part of the number from the bit of this weight on, upwards if `low` is
 * not negative: mantissa times 2 to the power of `low`, as words from 2^0 or,
 * for a fraction, up to it. */
static void place(struct words *words, uint64_t mantissa, int low) {
    int first = low >> 5, shift = low & 31; /* in words; floor */
    uint32_t parts[3] = {
        (uint32_t)(mantissa << shift),
        (uint32_t)(mantissa >> (32 - shift)),
        shift == 0 ? 0 : (uint32_t)(mantissa >> 32 >> (32 - shift)),
    };

    for (int i = 0; i < words->n; i++)
        words->at[i] = 0;
    for (int i = 0; i < 3; i++)
        if (first + i >= 0 && first + i < words->n)
            words->at[first + i] = parts[i];
}

/* The digits of the integer part, which has `n` words. */
static void integer_digits(struct decimal *decimal, struct words words) {
    char reversed[DIGITS_OF_WORD];
    int n = 0;

    while (words.n > 0 && words.at[words.n - 1] == 0)
        words.n--;
    /* The least significant come first; they are turned round afterwards. */
    while (words.n > 0) {
        write_word(reversed, divide(&words));
        for (int i = DIGITS_OF_WORD; i-- > 0;)
            decimal->digits[n++] = reversed[i];
    }
    while (n > 0 && decimal->digits[n - 1] == 0)
        n--;
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        char digit = decimal->digits[i];

        decimal->digits[i] = decimal->digits[j];
        decimal->digits[j] = digit;
    }
    decimal->n = decimal->point = n;
}

/* Adds digits of the fraction until there are `most` digits of which the first
 * is not zero, or `most_places` places. */
static void fraction_digits(struct decimal *decimal, struct words words, long most,
                            long most_places) {
    long places = 0;

    while (words.n > 0 && words.at[0] == 0) {
        words.at++;
        words.n--;
    }
    while (words.n > 0 && decimal->n < most && places < most_places) {
        char digits[DIGITS_OF_WORD];

        write_word(digits, multiply(&words));
        places += DIGITS_OF_WORD;
        for (int i = 0; i < DIGITS_OF_WORD; i++)
            if (decimal->n == 0 && digits[i] == 0)
                decimal->point--;
            else
                decimal->digits[decimal->n++] = digits[i];
    }
    decimal->is_cut = words.n > 0;
}

/* Rounds to the first `n` digits. */
static void round_to(struct decimal *decimal, long n) {
    if (n >= decimal->n && !decimal->is_cut)
        return;
    bool is_up = false;
    if (n >= 0 && n < decimal->n) {
        bool is_more = decimal->is_cut;

        for (int i = (int)n + 1; i < decimal->n; i++)
            is_more |= decimal->digits[i] != 0;
        int next = decimal->digits[n];
        is_up = next > 5 || (next == 5 && (is_more || (n > 0 && decimal->digits[n - 1] % 2 == 1)));
    }
    decimal->n = n < 0 ? 0 : n < decimal->n ? (int)n : decimal->n;
    decimal->is_cut = false;
    if (!is_up)
        return;
    int i = decimal->n;
    while (i > 0 && decimal->digits[i - 1] == 9)
        decimal->digits[--i] = 0;
    if (i > 0) {
        decimal->digits[i - 1]++;
    } else {
        decimal->digits[0] = 1;
        decimal->n = decimal->n == 0 ? 1 : decimal->n;
        decimal->point++;
    }
}

/* The digits of mantissa times 2 to the power of `exponent`: `most` of them,
 * or those up to `places` behind the point, and rounded there. */
static void to_decimal(struct decimal *decimal, struct words words, uint64_t mantissa, int exponent,
                       long most, long places) {
    int n_words = words.n;

    decimal->n = decimal->point = 0;
    decimal->is_cut = false;
    if (mantissa == 0)
        return;
    if (exponent > -64) {
        uint64_t whole = exponent >= 0 ? mantissa : mantissa >> -exponent;

        words.n = exponent > 0 ? exponent / 32 + 3 : 2;
        place(&words, whole, exponent > 0 ? exponent : 0);
        integer_digits(decimal, words);
        mantissa = exponent >= 0 ? 0 : mantissa << (64 + exponent);
        exponent = -64;
    }
    words.n = n_words;
    if (mantissa != 0) {
        /* The fraction's first word is the last one: 2^-32 is its unit. */
        int n = -exponent / 32 + 1;

        words.n = n;
        place(&words, mantissa, exponent + 32 * n);
        fraction_digits(decimal, words, most == 0 ? n_words * 64l : most + 1,
                        most == 0 ? places + 1 : n_words * 64l);
    }
    round_to(decimal, most == 0 ? decimal->point + places : most);
}

/* How a number is written: what is common to all styles. */
struct text {
    const char *head; /* the sign, 0x */
    struct decimal decimal;
    long precision;
    bool has_point;
    char exponent_mark; /* 0: none */
    int exponent;
};

static char digit_at(const struct decimal *decimal, long at) {
    return (char)('0' + (at >= 0 && at < decimal->n ? decimal->digits[at] : 0));
}

static int exponent_digits(int exponent) {
    int size = exponent < 0 ? -exponent : exponent, n = 2;

    for (int power = 100; size >= power; power *= 10)
        n++;
    return n;
}

static void put_exponent(struct sink *sink, char mark, int exponent, int n) {
    int size = exponent < 0 ? -exponent : exponent, power = 1;

    symir_put(sink, mark);
    symir_put(sink, exponent < 0 ? '-' : '+');
    for (int i = 1; i < n; i++)
        power *= 10;
    for (; power > 0; power /= 10)
        symir_put(sink, (char)('0' + size / power % 10));
}

static int length_of(const char *s) {
    int n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

/* Everything but the spaces on the right. */
static long put_front(struct sink *sink, const struct spec *spec, const char *head, long length) {
    long fill = (long)spec->width - length - length_of(head);

    if (!spec->is_left && !spec->has_zeros)
        symir_put_repeated(sink, ' ', fill);
    for (; *head != '\0'; head++)
        symir_put(sink, *head);
    if (!spec->is_left && spec->has_zeros)
        symir_put_repeated(sink, '0', fill);
    return spec->is_left ? fill : 0;
}

static void put_fixed(struct sink *sink, const struct spec *spec, const struct text *text) {
    const struct decimal *decimal = &text->decimal;
    int point = decimal->n == 0 ? 0 : decimal->point;
    long whole = point > 0 ? point : 1;
    long right = put_front(sink, spec, text->head, whole + text->has_point + text->precision);

    for (long i = point - whole; i < point; i++)
        symir_put(sink, digit_at(decimal, i));
    if (text->has_point)
        symir_put(sink, '.');
    for (long i = 0; i < text->precision; i++)
        symir_put(sink, digit_at(decimal, point + i));
    symir_put_repeated(sink, ' ', right);
}

static void put_scientific(struct sink *sink, const struct spec *spec, const struct text *text) {
    const struct decimal *decimal = &text->decimal;
    int n = exponent_digits(text->exponent);
    long right = put_front(sink, spec, text->head, 1 + text->has_point + text->precision + 2 + n);

    symir_put(sink, digit_at(decimal, 0));
    if (text->has_point)
        symir_put(sink, '.');
    for (long i = 1; i <= text->precision; i++)
        symir_put(sink, digit_at(decimal, i));
    put_exponent(sink, text->exponent_mark, text->exponent, n);
    symir_put_repeated(sink, ' ', right);
}

static const char *sign_of(const struct spec *spec, union extended number) {
    if (number.bits.exponent >> 15 != 0)
        return "-";
    return spec->has_plus ? "+" : spec->has_space ? " " : "";
}

static void put_finite(struct sink *sink, const struct spec *spec, char kind, union extended number,
                       char *digits, struct words words) {
    struct text text = {.head = sign_of(spec, number), .decimal.digits = digits};
    long precision = spec->precision < 0 ? 6 : spec->precision;
    bool is_capital = kind < 'a';
    char style = (char)(kind | 0x20);
    uint64_t mantissa = number.bits.mantissa;
    int exponent = number.bits.exponent & GREATEST_EXPONENT;

    exponent = (exponent == 0 ? 1 : exponent) - BIAS - 63;
    for (; mantissa != 0 && (mantissa & 0xff) == 0 && exponent < 0; exponent += 8)
        mantissa >>= 8;
    if (style == 'g' && precision == 0)
        precision = 1;
    if (style == 'f')
        to_decimal(&text.decimal, words, mantissa, exponent, 0, precision);
    else
        to_decimal(&text.decimal, words, mantissa, exponent, precision + (style == 'e'), 0);
    text.exponent_mark = is_capital ? 'E' : 'e';
    text.exponent = text.decimal.n == 0 ? 0 : text.decimal.point - 1;
    text.precision = precision;
    if (style == 'g') {
        int n = text.decimal.n;

        style = precision > text.exponent && text.exponent >= -4 ? 'f' : 'e';
        text.precision = style == 'f' ? precision - 1 - text.exponent : precision - 1;
        while (n > 0 && digits[n - 1] == 0)
            n--;
        long needed = style == 'e' ? (n > 0 ? n - 1 : 0) : n - text.exponent - 1;
        if (!spec->is_alternate && needed < text.precision)
            text.precision = needed > 0 ? needed : 0;
    }
    text.has_point = text.precision > 0 || spec->is_alternate;
    if (style == 'f')
        put_fixed(sink, spec, &text);
    else
        put_scientific(sink, spec, &text);
}

/* Apart, as each has memory of its own. */

static __attribute__((noinline)) void put_short(struct sink *sink, const struct spec *spec, char kind,
                                                union extended number) {
    char digits[FEW_DIGITS];
    uint32_t words[FEW_WORDS];

    put_finite(sink, spec, kind, number, digits, (struct words){words, FEW_WORDS});
}

static __attribute__((noinline)) void put_long(struct sink *sink, const struct spec *spec, char kind,
                                               union extended number) {
    char digits[MANY_DIGITS];
    uint32_t words[MANY_WORDS];

    put_finite(sink, spec, kind, number, digits, (struct words){words, MANY_WORDS});
}

static void put_word(struct sink *sink, const struct spec *spec, const char *head, const char *word) {
    struct spec plain = *spec;

    plain.has_zeros = false;
    long right = put_front(sink, &plain, head, length_of(word));
    for (; *word != '\0'; word++)
        symir_put(sink, *word);
    symir_put_repeated(sink, ' ', right);
}

void symir_put_float(struct sink *sink, const struct spec *spec, char kind, union extended number) {
    bool is_capital = kind < 'a';
    int exponent = number.bits.exponent & GREATEST_EXPONENT;

    if (exponent == GREATEST_EXPONENT) {
        bool is_infinite = number.bits.mantissa << 1 == 0;
        const char *word = is_infinite ? (is_capital ? "INF" : "inf") : is_capital ? "NAN" : "nan";

        put_word(sink, spec, sign_of(spec, number), word);
    } else if (kind == 'a' || kind == 'A') {
        symir_put_hex_float(sink, spec, kind, number);
    } else if (exponent == 0 ? number.bits.mantissa == 0
                             : exponent > BIAS - 1090 && exponent < BIAS + 1024) {
        put_short(sink, spec, kind, number);
    } else {
        put_long(sink, spec, kind, number);
    }
}

/* The digits after the first of %a, 4 bits each from the top. */
void symir_put_hex_float(struct sink *sink, const struct spec *spec, char kind,
                         union extended number) {
    bool is_capital = kind < 'a';
    char head[4] = "", *at = head, digits[16];
    uint64_t mantissa = number.bits.mantissa;
    int exponent = number.bits.exponent & GREATEST_EXPONENT, lead, n;
    long precision = spec->precision;

    for (const char *sign = sign_of(spec, number); *sign != '\0'; sign++)
        *at++ = *sign;
    *at++ = '0';
    *at++ = is_capital ? 'X' : 'x';
    if (spec->is_long_double) {
        lead = (int)(mantissa >> 60);
        mantissa <<= 4;
        n = 15;
        exponent = mantissa == 0 && lead == 0 ? 0 : exponent == 0 ? -BIAS - 2 : exponent - BIAS - 3;
    } else {
        exponent = mantissa == 0 ? 0 : exponent - BIAS;
        lead = mantissa >> 63 != 0;
        mantissa <<= 1;
        if (exponent < -1022) {
            /* A double below the normal ones begins with 0. */
            mantissa = (mantissa >> 1 | 1ull << 63) >> (-1023 - exponent);
            lead = 0;
            exponent = -1022;
        }
        n = 13;
    }
    if (precision >= 0 && precision < n) {
        uint64_t rest = mantissa << 4 * precision, half = 1ull << 63;
        uint64_t kept = precision == 0 ? 0 : mantissa >> (64 - 4 * precision);
        bool is_odd = ((precision == 0 ? (uint64_t)lead : kept) & 1) != 0;

        if (rest > half || (rest == half && is_odd))
            kept++;
        if (precision == 0) {
            lead += (int)kept;
            kept = 0;
        } else if (kept >> 4 * precision != 0) {
            lead++;
            kept = 0;
        }
        mantissa = precision == 0 ? 0 : kept << (64 - 4 * precision);
        if (lead == 16) {
            lead = 1;
            exponent += 4;
        }
    }
    for (int i = 0; i < n; i++)
        digits[i] = (char)(mantissa >> (60 - 4 * i) & 0xf);
    while (precision < 0 && n > 0 && digits[n - 1] == 0)
        n--;
    if (precision < 0)
        precision = n;
    bool has_point = precision > 0 || spec->is_alternate;
    int length = exponent_digits(exponent);
    int size = exponent < 0 ? -exponent : exponent;
    if (size < 10)
        length = 1;
    long right = put_front(sink, spec, head, 1 + has_point + precision + 2 + length);
    const char *figures = is_capital ? "0123456789ABCDEF" : "0123456789abcdef";
    symir_put(sink, figures[lead]);
    if (has_point)
        symir_put(sink, '.');
    for (long i = 0; i < precision; i++)
        symir_put(sink, figures[i < n ? digits[i] : 0]);
    put_exponent(sink, is_capital ? 'P' : 'p', exponent, length);
    symir_put_repeated(sink, ' ', right);
}
