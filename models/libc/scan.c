/*
 * Models of stdio.h: formatted input, with every conversion of the standard
 * and allocation by %m. The functions by their public names are in scanf.c.
 */
#include "float.h"
#include "scan.h"
#include <limits.h>

/* Integers. */

static unsigned digit(int c) {
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return UINT_MAX;
}

static void store(void *to, int bytes, unsigned long value) {
    switch (bytes) {
    case sizeof(char):
        *(char *)to = (char)value;
        break;
    case sizeof(short):
        *(short *)to = (short)value;
        break;
    case sizeof(int):
        *(int *)to = (int)value;
        break;
    default:
        *(long *)to = (long)value;
        break;
    }
}

/* Reads digits; so many of any base fit 63 bits, and need no questions. */
static unsigned long read_digits(struct source *source, int width, unsigned base, int *n,
                                 bool *is_too_large) {
    enum { SAFE_DIGITS = 15 };
    unsigned long value = 0;
    int n_significant = 0;

    for (; width > 0; width--) {
        int c = symir_peek(source, width);
        unsigned figure = digit(c);

        if (figure >= base)
            break;
        symir_next(source);
        ++*n;
        n_significant += n_significant > 0 || c != '0';
        if (n_significant > SAFE_DIGITS
            && (__builtin_mul_overflow(value, (unsigned long)base, &value)
                || __builtin_add_overflow(value, (unsigned long)figure, &value)))
            *is_too_large = true;
        else if (n_significant <= SAFE_DIGITS)
            value = value * base + figure;
    }
    return value;
}

/* The prefix of a base, of which a lone 0x is zero too, as glibc has it. */
static unsigned read_prefix(struct source *source, int *width, unsigned base, int *n) {
    if ((base != 0 && base != 16 && !(base == 2 && source->has_binary)) || symir_peek(source, *width) != '0')
        return base == 0 ? 10 : base;
    symir_next(source);
    --*width;
    ++*n;
    int c = symir_peek(source, *width);
    if ((base == 0 || base == 16) && (c == 'x' || c == 'X'))
        base = 16;
    else if (base != 16 && source->has_binary && (c == 'b' || c == 'B'))
        base = 2;
    else
        return base == 0 ? 8 : base;
    symir_next(source);
    --*width;
    return base;
}

static enum outcome convert_integer(struct source *source, const struct spec *spec, unsigned base,
                                    bool is_signed, void *to) {
    int width = spec->width, n = 0;
    bool is_negative = false, is_too_large = false;

    if (symir_skip_space(source) == END)
        return INPUT_ENDED;
    int c = symir_peek(source, width);
    if (c == '+' || c == '-') {
        is_negative = c == '-';
        symir_next(source);
        width--;
    }
    base = read_prefix(source, &width, base, &n);
    unsigned long value = read_digits(source, width, base, &n, &is_too_large);
    if (n == 0)
        return MISMATCH;
    if (is_signed) {
        unsigned long most = is_negative ? (unsigned long)LONG_MAX + 1 : LONG_MAX;

        if (is_too_large || (n > 15 && value > most)) {
            fail(OUT_OF_RANGE);
            value = is_negative ? 0 - most : most;
            is_negative = false;
        }
    } else if (is_too_large) {
        fail(OUT_OF_RANGE);
        value = ULONG_MAX;
        is_negative = false;
    }
    if (!spec->is_suppressed)
        store(to, spec->bytes, is_negative ? 0 - value : value);
    return CONVERTED;
}

/* %p: what printf writes. */
static enum outcome convert_pointer(struct source *source, struct spec *spec, void *to) {
    if (symir_skip_space(source) == END)
        return INPUT_ENDED;
    spec->bytes = sizeof(long);
    if (symir_peek(source, spec->width) != '(')
        return convert_integer(source, spec, 16, false, to);
    for (int i = 0; i < 5; i++)
        if (i == spec->width || symir_next(source) != "(nil)"[i])
            return MISMATCH;
    if (!spec->is_suppressed)
        *(void **)to = NULL;
    return CONVERTED;
}

/* Floating-point numbers: the longest text that could be the beginning of one
 * is read, and then converted. */

struct field {
    struct source *source;
    struct text *text;
    int width;
};

static int lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* Takes the next character if it is this one, whatever its case. */
static bool accept(struct field *field, char wanted) {
    int c = symir_peek(field->source, field->width);

    if (lower(c) != wanted)
        return false;
    symir_next(field->source);
    field->width--;
    symir_add(field->text, (char)c);
    return true;
}

static bool accept_word(struct field *field, const char *word) {
    for (; *word != '\0'; word++)
        if (!accept(field, *word))
            return false;
    return true;
}

static int accept_digits(struct field *field, unsigned base) {
    int n = 0;

    for (;; n++) {
        int c = symir_peek(field->source, field->width);

        if (digit(c) >= base)
            return n;
        symir_next(field->source);
        field->width--;
        symir_add(field->text, (char)c);
    }
}

/* False if there is no number. */
static bool collect_number(struct field *field) {
    unsigned base = 10;
    int n = 0;

    if (!accept(field, '-'))
        accept(field, '+');
    if (accept(field, 'n'))
        return accept_word(field, "an");
    if (accept(field, 'i')) {
        if (!accept_word(field, "nf"))
            return false;
        return accept(field, 'i') ? accept_word(field, "nity") : true;
    }
    if (accept(field, '0')) {
        n = 1;
        if (accept(field, 'x')) {
            base = 16;
            n = 0;
        }
    }
    n += accept_digits(field, base);
    if (accept(field, '.'))
        n += accept_digits(field, base) + (base == 16);
    if (n > 0 && accept(field, base == 16 ? 'p' : 'e')) {
        if (!accept(field, '-'))
            accept(field, '+');
        accept_digits(field, 10);
    }
    return n > 0;
}

static void store_number(const struct spec *spec, const char *text, void *to) {
    const char *end;

    if (spec->is_long_double) {
        struct symir_number number = symir_read_number(text, &end, EXTENDED);

        memcpy(to, &number.bits, sizeof number.bits);
        memcpy((char *)to + sizeof number.bits, &number.exponent, sizeof number.exponent);
    } else if (spec->bytes == sizeof(long)) {
        *(uint64_t *)to = symir_read_number(text, &end, DOUBLE_FORMAT).bits;
    } else {
        *(uint32_t *)to = (uint32_t)symir_read_number(text, &end, SINGLE).bits;
    }
}

static enum outcome convert_float(struct source *source, const struct spec *spec, void *to) {
    char first[64];
    struct text text = {.at = first, .room = sizeof first};
    struct field field = {source, &text, spec->width};

    if (symir_skip_space(source) == END)
        return INPUT_ENDED;
    bool is_number = collect_number(&field);
    symir_add(&text, '\0');
    if (is_number && !spec->is_suppressed)
        store_number(spec, text.at, to);
    if (text.is_own)
        free(text.at);
    return is_number ? CONVERTED : MISMATCH;
}

/* The format. */

static const char *read_spec(const char *at, struct spec *spec) {
    *spec = (struct spec){.width = INT_MAX, .bytes = sizeof(int)};
    if (*at == '*') {
        spec->is_suppressed = true;
        at++;
    }
    if (*at >= '0' && *at <= '9') {
        long width = 0;

        for (; *at >= '0' && *at <= '9'; at++)
            width = width > INT_MAX / 10 ? INT_MAX : width * 10 + (*at - '0');
        if (*at == '$')
            symir_unsupported("scanf with arguments by number");
        spec->width = width == 0 || width > INT_MAX ? INT_MAX : (int)width;
    }
    if (*at == 'm') {
        spec->allocates = true;
        at++;
    }
    switch (*at) {
    case 'h':
        at++;
        spec->bytes = *at == 'h' ? sizeof(char) : sizeof(short);
        return at + (*at == 'h');
    case 'l':
        at++;
        spec->bytes = sizeof(long);
        spec->is_wide = true;
        spec->is_long_double = *at == 'l';
        return at + (*at == 'l');
    case 'L':
    case 'q':
        spec->is_long_double = true;
        spec->bytes = sizeof(long);
        return at + 1;
    case 'j':
    case 'z':
    case 'Z':
    case 't':
        spec->bytes = sizeof(long);
        return at + 1;
    default:
        return at;
    }
}

static void count(struct source *source, const struct spec *spec, void *to) {
    if (!spec->is_suppressed)
        store(to, spec->bytes, (unsigned long)source->n_read);
}

static enum outcome match(struct source *source, int wanted) {
    int c = symir_next(source);

    if (c == wanted)
        return CONVERTED;
    symir_back(source, c);
    return c == END ? INPUT_ENDED : MISMATCH;
}

/* One conversion other than %% and %n; `format` is behind its letter. */
static enum outcome convert(struct source *source, struct spec *spec, char kind, const char **format,
                            void *to) {
    switch (kind) {
    case 'd':
        return convert_integer(source, spec, 10, true, to);
    case 'i':
        return convert_integer(source, spec, 0, true, to);
    case 'u':
        return convert_integer(source, spec, 10, false, to);
    case 'o':
        return convert_integer(source, spec, 8, false, to);
    case 'x':
    case 'X':
        return convert_integer(source, spec, 16, false, to);
    case 'b':
        return convert_integer(source, spec, 2, false, to);
    case 'p':
        return convert_pointer(source, spec, to);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return convert_float(source, spec, to);
    case 'C':
    case 'c':
        spec->is_wide |= kind == 'C';
        if (spec->width == INT_MAX)
            spec->width = 1;
        return symir_scan_text(source, spec, CHARACTERS, to);
    case 'S':
    case 's':
        spec->is_wide |= kind == 'S';
        return symir_scan_text(source, spec, WORD, to);
    case '[':
        return symir_scan_set(source, spec, format, to);
    default:
        symir_unsupported("scanf with an unknown conversion");
    }
}

int symir_scan(struct source *source, const char *format, va_list arguments) {
    int n_assigned = 0;
    enum outcome outcome = CONVERTED;

    while (outcome == CONVERTED && *format != '\0') {
        char c = *format++;

        if (symir_is_space(c)) {
            symir_skip_space(source);
            continue;
        }
        if (c != '%') {
            outcome = match(source, (unsigned char)c);
            continue;
        }
        struct spec spec;
        format = read_spec(format, &spec);
        char kind = *format;
        if (kind == '\0')
            return n_assigned;
        format++;
        if (kind == '%') {
            symir_skip_space(source);
            outcome = match(source, '%');
            continue;
        }
        void *to = spec.is_suppressed ? NULL : va_arg(arguments, void *);
        if (kind == 'n') {
            count(source, &spec, to);
            continue;
        }
        outcome = convert(source, &spec, kind, &format, to);
        n_assigned += outcome == CONVERTED && !spec.is_suppressed;
    }
    return outcome == INPUT_ENDED && n_assigned == 0 ? END : n_assigned;
}
