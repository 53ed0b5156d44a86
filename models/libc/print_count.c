/*
 * Models of stdio.h: how long formatted output is where nobody reads it. All is
 * computed without branches on the values, so that a path does not fork for a
 * text that nobody sees.
 */
#include "print.h"

static long greater(long a, long b) {
    return a > b ? a : b;
}

static void add_field(struct sink *sink, const struct spec *spec, long length) {
    sink->length += (size_t)greater(spec->width, length);
}

static long count_digits(unsigned long value, unsigned base) {
    long n = 0;

    if (base == 10) {
        unsigned long power = 1;

        for (int i = 0; i < 20; i++, power *= 10)
            n += value >= power;
        return n;
    }
    for (int shift = 0; shift < 64; shift += base == 16 ? 4 : 3)
        n += value >> shift != 0;
    return n;
}

void symir_count_integer(struct sink *sink, const struct spec *spec, unsigned long value, unsigned base,
                         long n_head) {
    if (sink->is_dropped)
        return;
    long n = count_digits(value, base);
    long zeros = greater((spec->precision < 0 ? 1 : spec->precision) - n, 0);

    if (base == 8 && spec->is_alternate)
        zeros += zeros == 0;
    add_field(sink, spec, n_head + zeros + n);
}

void symir_count_signed(struct sink *sink, const struct spec *spec, long value) {
    long is_negative = value < 0;
    unsigned long magnitude = is_negative ? 0 - (unsigned long)value : (unsigned long)value;

    symir_count_integer(sink, spec, magnitude, 10, spec->has_plus || spec->has_space ? 1 : is_negative);
}

void symir_count_hex(struct sink *sink, const struct spec *spec, unsigned long value, bool is_pointer) {
    long n_head = is_pointer ? 2 + (spec->has_plus || spec->has_space) : spec->is_alternate ? 2 * (value != 0) : 0;

    symir_count_integer(sink, spec, value, 16, n_head);
}

/* False where the length cannot be said. */
bool symir_count_string(struct sink *sink, const struct spec *spec, const char *text) {
    if (text == NULL)
        return false;
    size_t n = symir_span(text, spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision, 1);
    if (n == UNKNOWN_SPAN)
        return false;
    add_field(sink, spec, (long)n);
    return true;
}
