/*
 * Models of stdio.h: formatted input, with every conversion of the standard
 * and allocation by %m. The functions by their public names are in scanf.c.
 */
#include "float.h"
#include "scan.h"
#include <limits.h>

struct spec {
    bool is_suppressed, allocates, is_wide;
    int width; /* INT_MAX if none is given */
    int bytes; /* the size of an integer */
    bool is_long_double;
};

/* How a conversion ended. */
enum outcome { CONVERTED, MISMATCH, INPUT_ENDED };

/* Characters. */

static int next(struct source *source) {
    int c;

    if (source->text == NULL)
        c = symir_get(source->file);
    else
        c = *source->text == '\0' ? END : (unsigned char)*source->text++;
    source->n_read += c != END;
    return c;
}

static void back(struct source *source, int c) {
    if (c == END)
        return;
    source->n_read--;
    if (source->text == NULL)
        symir_unget(c, source->file);
    else
        source->text--;
}

/* The next character of a field, which is left where it is; END behind the
 * field's width. */
static int peek(struct source *source, int width) {
    if (width <= 0)
        return END;
    int c = next(source);
    back(source, c);
    return c;
}

static bool is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int skip_space(struct source *source) {
    int c;

    do
        c = next(source);
    while (is_space(c));
    back(source, c);
    return c;
}

/* Text that grows: of a number, or what %m allocates. */
struct text {
    char *at;
    size_t n, room;
    bool is_own; /* and not the first memory, on the stack */
    bool has_failed;
};

static void add(struct text *text, char c) {
    if (text->n == text->room) {
        size_t room = 2 * text->room;
        char *longer = malloc(room);

        if (longer == NULL) {
            text->has_failed = true;
            return;
        }
        memcpy(longer, text->at, text->n);
        if (text->is_own)
            free(text->at);
        text->at = longer;
        text->room = room;
        text->is_own = true;
    }
    text->at[text->n++] = c;
}

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
        int c = peek(source, width);
        unsigned figure = digit(c);

        if (figure >= base)
            break;
        next(source);
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
    if ((base != 0 && base != 16 && !(base == 2 && source->has_binary)) || peek(source, *width) != '0')
        return base == 0 ? 10 : base;
    next(source);
    --*width;
    ++*n;
    int c = peek(source, *width);
    if ((base == 0 || base == 16) && (c == 'x' || c == 'X'))
        base = 16;
    else if (base != 16 && source->has_binary && (c == 'b' || c == 'B'))
        base = 2;
    else
        return base == 0 ? 8 : base;
    next(source);
    --*width;
    return base;
}

static enum outcome convert_integer(struct source *source, const struct spec *spec, unsigned base,
                                    bool is_signed, void *to) {
    int width = spec->width, n = 0;
    bool is_negative = false, is_too_large = false;

    if (skip_space(source) == END)
        return INPUT_ENDED;
    int c = peek(source, width);
    if (c == '+' || c == '-') {
        is_negative = c == '-';
        next(source);
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
    if (skip_space(source) == END)
        return INPUT_ENDED;
    spec->bytes = sizeof(long);
    if (peek(source, spec->width) != '(')
        return convert_integer(source, spec, 16, false, to);
    for (int i = 0; i < 5; i++)
        if (i == spec->width || next(source) != "(nil)"[i])
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
    int c = peek(field->source, field->width);

    if (lower(c) != wanted)
        return false;
    next(field->source);
    field->width--;
    add(field->text, (char)c);
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
        int c = peek(field->source, field->width);

        if (digit(c) >= base)
            return n;
        next(field->source);
        field->width--;
        add(field->text, (char)c);
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

    if (skip_space(source) == END)
        return INPUT_ENDED;
    bool is_number = collect_number(&field);
    add(&text, '\0');
    if (is_number && !spec->is_suppressed)
        store_number(spec, text.at, to);
    if (text.is_own)
        free(text.at);
    return is_number ? CONVERTED : MISMATCH;
}

/* Characters, words and sets. */

/* Which characters %[ takes. */
struct set {
    bool has[UCHAR_MAX + 1];
};

/* Reads the set behind the bracket; gives what is behind it, or NULL. */
static const char *read_set(const char *format, struct set *set) {
    bool is_complement = *format == '^', is_first = true;

    format += is_complement;
    for (int c = 0; c <= UCHAR_MAX; c++)
        set->has[c] = is_complement;
    for (; *format != ']' || is_first; format++, is_first = false) {
        unsigned char low = (unsigned char)*format, high = low;

        if (low == '\0')
            return NULL;
        if (format[1] == '-' && format[2] != ']' && format[2] != '\0' && (unsigned char)format[2] >= low) {
            high = (unsigned char)format[2];
            format += 2;
        }
        for (int c = low; c <= high; c++)
            set->has[c] = !is_complement;
    }
    return format + 1;
}

/* Compares and does not look up, where the character may be symbolic: one
 * question for each run of the set. */
static bool is_in(const struct set *set, int c) {
    bool is_found = false;

    for (int begin = 0; begin <= UCHAR_MAX; begin++) {
        int end = begin;

        if (!set->has[begin])
            continue;
        while (end < UCHAR_MAX && set->has[end + 1])
            end++;
        is_found |= (unsigned)c - (unsigned)begin <= (unsigned)(end - begin);
        begin = end;
    }
    return is_found;
}

enum kind { CHARACTERS, WORD, SET };

static bool belongs(enum kind kind, const struct set *set, int c) {
    return kind == CHARACTERS || (kind == WORD ? !is_space(c) : is_in(set, c));
}

/* What is stored: bytes or wide characters, in given or in new memory. */
static enum outcome convert_text(struct source *source, const struct spec *spec, enum kind kind,
                                 const struct set *set, void *to) {
    char first[64];
    struct text made = {.at = first, .room = sizeof first};
    int n = 0;

    if (kind == WORD && skip_space(source) == END)
        return INPUT_ENDED;
    for (; n < spec->width; n++) {
        int c = next(source);

        if (c == END && n == 0)
            return INPUT_ENDED;
        if (c == END)
            break;
        if (!belongs(kind, set, c)) {
            back(source, c);
            break;
        }
        if (spec->is_suppressed)
            continue;
        if (spec->is_wide && c > 0x7f) {
            fail(ILLEGAL_BYTES);
            return MISMATCH;
        }
        if (spec->allocates && spec->is_wide)
            for (int i = 0; i < (int)sizeof(wchar_t); i++)
                add(&made, i == 0 ? (char)c : '\0');
        else if (spec->allocates)
            add(&made, (char)c);
        else if (spec->is_wide)
            ((wchar_t *)to)[n] = c;
        else
            ((char *)to)[n] = (char)c;
    }
    if (n == 0)
        return MISMATCH;
    if (spec->is_suppressed)
        return CONVERTED;
    if (!spec->allocates) {
        if (kind != CHARACTERS && spec->is_wide)
            ((wchar_t *)to)[n] = L'\0';
        else if (kind != CHARACTERS)
            ((char *)to)[n] = '\0';
        return CONVERTED;
    }
    for (int i = 0; kind != CHARACTERS && i < (spec->is_wide ? (int)sizeof(wchar_t) : 1); i++)
        add(&made, '\0');
    char *memory = malloc(made.n);
    if (memory == NULL || made.has_failed)
        return INPUT_ENDED;
    memcpy(memory, made.at, made.n);
    if (made.is_own)
        free(made.at);
    *(char **)to = memory;
    return CONVERTED;
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

/* Apart, since few conversions need memory for a set. */
static __attribute__((noinline)) enum outcome convert_set(struct source *source, const struct spec *spec,
                                                          const char **format, void *to) {
    struct set set;
    const char *behind = read_set(*format, &set);

    if (behind == NULL)
        return MISMATCH;
    *format = behind;
    return convert_text(source, spec, SET, &set, to);
}

static void count(struct source *source, const struct spec *spec, void *to) {
    if (!spec->is_suppressed)
        store(to, spec->bytes, (unsigned long)source->n_read);
}

static enum outcome match(struct source *source, int wanted) {
    int c = next(source);

    if (c == wanted)
        return CONVERTED;
    back(source, c);
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
        return convert_text(source, spec, CHARACTERS, NULL, to);
    case 'S':
    case 's':
        spec->is_wide |= kind == 'S';
        return convert_text(source, spec, WORD, NULL, to);
    case '[':
        return convert_set(source, spec, format, to);
    default:
        symir_unsupported("scanf with an unknown conversion");
    }
}

int symir_scan(struct source *source, const char *format, va_list arguments) {
    int n_assigned = 0;
    enum outcome outcome = CONVERTED;

    while (outcome == CONVERTED && *format != '\0') {
        char c = *format++;

        if (is_space(c)) {
            skip_space(source);
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
            skip_space(source);
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
