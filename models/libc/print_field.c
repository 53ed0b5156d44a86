/*
 * Models of stdio.h: formatted output of integers, characters, strings and
 * pointers, each in its field.
 */
#include "print.h"

/* How many digits a value has. Comparisons only: a quotient of a symbolic
 * value is not to decide how a path goes on. */
static int count_digits(unsigned long value, unsigned base) {
    int n = 0;

    if (base == 10) {
        unsigned long power = 1;

        for (; value >= power; power *= 10)
            if (++n == 20)
                break;
        return n;
    }
    for (int shift = base == 16 ? 4 : 3; value != 0; value >>= shift)
        n++;
    return n;
}

enum { MOST_DIGITS = 22 /* of 64 bits in octal */ };

/* Computed, and not looked up: no question is to be asked about a digit. */
static char figure(unsigned long digit, bool is_capital) {
    char letter = is_capital ? 'A' : 'a';

    return digit < 10 ? (char)('0' + digit) : (char)(letter + digit - 10);
}

static void write_digits(char *digits, int n, unsigned long value, unsigned base, bool is_capital) {
    if (base == 10) {
        for (; n > 0; value /= 10)
            digits[--n] = (char)('0' + value % 10);
        return;
    }
    for (int shift = base == 16 ? 4 : 3; n > 0; value >>= shift)
        digits[--n] = figure(value & (base - 1), is_capital);
}

/* An integer with what stands before it: a sign or the mark of its base. */
void symir_put_integer(struct sink *sink, const struct spec *spec, unsigned long value, unsigned base,
                       const char *head, bool is_capital) {
    char digits[MOST_DIGITS];
    int n = count_digits(value, base), n_head = 0;
    long zeros = (spec->precision < 0 ? 1 : spec->precision) - n;

    if (zeros < 0)
        zeros = 0;
    if (base == 8 && spec->is_alternate && zeros == 0)
        zeros = 1;
    while (head[n_head] != '\0')
        n_head++;
    write_digits(digits, n, value, base, is_capital);
    long spaces = spec->width - (n_head + zeros + n);
    if (spec->has_zeros && !spec->is_left && spec->precision < 0 && spaces > 0) {
        zeros += spaces;
        spaces = 0;
    }
    if (!spec->is_left)
        symir_put_repeated(sink, ' ', spaces);
    for (int i = 0; i < n_head; i++)
        symir_put(sink, head[i]);
    symir_put_repeated(sink, '0', zeros);
    for (int i = 0; i < n; i++)
        symir_put(sink, digits[i]);
    if (spec->is_left)
        symir_put_repeated(sink, ' ', spaces);
}

void symir_put_signed(struct sink *sink, const struct spec *spec, long value) {
    const char *sign = spec->has_plus ? "+" : spec->has_space ? " " : "";

    if (value < 0)
        symir_put_integer(sink, spec, 0 - (unsigned long)value, 10, "-", false);
    else
        symir_put_integer(sink, spec, (unsigned long)value, 10, sign, false);
}

void symir_put_hex(struct sink *sink, const struct spec *spec, unsigned long value, bool is_capital) {
    const char *head = "";

    if (spec->is_alternate && value != 0)
        head = is_capital ? "0X" : "0x";
    symir_put_integer(sink, spec, value, 16, head, is_capital);
}

/* Text of a known length in its field. */
static void put_text(struct sink *sink, const struct spec *spec, const char *text, int length) {
    if (!spec->is_left)
        symir_put_repeated(sink, ' ', (long)spec->width - length);
    for (int i = 0; i < length; i++)
        symir_put(sink, text[i]);
    if (spec->is_left)
        symir_put_repeated(sink, ' ', (long)spec->width - length);
}

void symir_put_string(struct sink *sink, const struct spec *spec, const char *text) {
    const char *null = "(null)";
    int length = 0;

    if (text == NULL)
        /* glibc prints all of it or nothing. */
        text = spec->precision < 0 || spec->precision >= 6 ? null : "";
    if (sink->is_counted && symir_count_string(sink, spec, text))
        return;
    while ((spec->precision < 0 || length < spec->precision) && text[length] != '\0')
        length++;
    put_text(sink, spec, text, length);
}

void symir_put_pointer(struct sink *sink, struct spec *spec, const void *pointer) {
    if (pointer == NULL) {
        put_text(sink, spec, "(nil)", 5);
        return;
    }
    if (sink->is_counted) {
        symir_count_hex(sink, spec, (uintptr_t)pointer, true);
        return;
    }
    const char *head = spec->has_plus ? "+0x" : spec->has_space ? " 0x" : "0x";
    symir_put_integer(sink, spec, (uintptr_t)pointer, 16, head, false);
}

void symir_put_character(struct sink *sink, const struct spec *spec, int value) {
    char c = (char)value;

    put_text(sink, spec, &c, 1);
}

/* Wide characters: the "C" locale has none beyond ASCII. */

void symir_put_wide_character(struct sink *sink, const struct spec *spec, wchar_t value) {
    if ((unsigned)value > 0x7f) {
        fail(ILLEGAL_BYTES);
        sink->has_failed = true;
        return;
    }
    symir_put_character(sink, spec, value);
}

void symir_put_wide_string(struct sink *sink, const struct spec *spec, const wchar_t *text) {
    int length = 0;

    if (text == NULL) {
        symir_put_string(sink, spec, NULL);
        return;
    }
    while ((spec->precision < 0 || length < spec->precision) && text[length] != L'\0') {
        if ((unsigned)text[length] > 0x7f) {
            fail(ILLEGAL_BYTES);
            sink->has_failed = true;
            return;
        }
        length++;
    }
    if (!spec->is_left)
        symir_put_repeated(sink, ' ', (long)spec->width - length);
    for (int i = 0; i < length; i++)
        symir_put(sink, (char)text[i]);
    if (spec->is_left)
        symir_put_repeated(sink, ' ', (long)spec->width - length);
}
