/*
 * Models of stdio.h: formatted output, with every conversion of the standard,
 * and the arguments by number that POSIX adds. Floating-point numbers are in
 * print_float.c, the functions by their public names in printf.c.
 */
#include "print.h"
#include <limits.h>

char *strerror(int number);

static void write_out(struct sink *sink) {
    if (symir_put_many(sink->file, sink->chunk, sink->n_waiting) != sink->n_waiting)
        sink->has_failed = true;
    sink->n_waiting = 0;
}

void symir_put(struct sink *sink, char c) {
    if (sink->file != NULL && !sink->is_counted) {
        sink->chunk[sink->n_waiting++] = c;
        if (sink->n_waiting == CHUNK)
            write_out(sink);
    } else if (sink->length + 1 < sink->room) {
        sink->to[sink->length] = c;
    }
    sink->length++;
}

void symir_put_repeated(struct sink *sink, char c, long n) {
    if (sink->is_counted) {
        sink->length += n > 0 ? (size_t)n : 0;
        return;
    }
    for (; n > 0; n--)
        symir_put(sink, c);
}

/* What an argument is read as. */
enum kind { NONE, INT, LONG, POINTER, DOUBLE, LONG_DOUBLE };

/* All of it is written, so that copies read nothing that never was. */
struct argument {
    uint64_t bits; /* an integer, an address, a double or the mantissa of a long double */
    uint64_t exponent; /* of a long double, with its sign */
};

enum { MOST_NUMBERED = 32 };

/* What is left of the format and of the arguments. */
struct reader {
    const char *at;
    va_list arguments;
    struct argument *numbered; /* NULL: they are taken in order */
    enum kind *kinds; /* only these are asked for, and no values */
};

static struct argument take(struct reader *reader, enum kind kind) {
    struct argument argument = {0};

    switch (kind) {
    case NONE:
        break;
    case INT:
        argument.bits = (uint64_t)va_arg(reader->arguments, int);
        break;
    case LONG:
        argument.bits = (uint64_t)va_arg(reader->arguments, long);
        break;
    case POINTER:
        argument.bits = (uintptr_t)va_arg(reader->arguments, void *);
        break;
    case DOUBLE: {
        union {
            double value;
            uint64_t bits;
        } number = {.value = va_arg(reader->arguments, double)};

        argument.bits = number.bits;
        break;
    }
    case LONG_DOUBLE: {
        union extended number = {.value = va_arg(reader->arguments, long double)};

        argument.bits = number.bits.mantissa;
        argument.exponent = number.bits.exponent;
        break;
    }
    }
    return argument;
}

/* The argument of this number, or the next one for 0. */
static struct argument argument(struct reader *reader, int number, enum kind kind) {
    if (reader->kinds != NULL) {
        if (number < 1 || number > MOST_NUMBERED)
            symir_unsupported("printf with this number of an argument");
        reader->kinds[number - 1] = kind;
        return (struct argument){0};
    }
    if (reader->numbered != NULL && number > 0)
        return reader->numbered[number - 1];
    return take(reader, kind);
}

static int digits(struct reader *reader) {
    int number = 0;

    for (; *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
        int digit = *reader->at - '0';

        if (number > (INT_MAX - digit) / 10)
            symir_unsupported("printf of a field of more than 2^31 characters");
        number = number * 10 + digit;
    }
    return number;
}

/* The number before a dollar sign; 0 if there is none. */
static int read_position(struct reader *reader) {
    const char *begin = reader->at;

    if (*begin >= '1' && *begin <= '9') {
        int number = digits(reader);

        if (*reader->at == '$') {
            reader->at++;
            return number;
        }
    }
    reader->at = begin;
    return 0;
}

static void read_flags(struct reader *reader, struct spec *spec) {
    for (;; reader->at++) {
        switch (*reader->at) {
        case '-':
            spec->is_left = true;
            break;
        case '+':
            spec->has_plus = true;
            break;
        case ' ':
            spec->has_space = true;
            break;
        case '#':
            spec->is_alternate = true;
            break;
        case '0':
            spec->has_zeros = true;
            break;
        case '\'': /* groups of digits, of which the "C" locale has none */
        case 'I': /* digits of the locale */
            break;
        default:
            return;
        }
    }
}

/* A number in the format, or * for an argument. */
static int read_number(struct reader *reader) {
    if (*reader->at == '*') {
        reader->at++;
        int position = read_position(reader);
        return (int)argument(reader, position, INT).bits;
    }
    return digits(reader);
}

static void read_width(struct reader *reader, struct spec *spec) {
    spec->width = read_number(reader);
    if (spec->width < 0) {
        if (spec->width == INT_MIN)
            symir_unsupported("printf of a field of more than 2^31 characters");
        spec->is_left = true;
        spec->width = -spec->width;
    }
    spec->precision = -1;
    if (*reader->at == '.') {
        reader->at++;
        spec->precision = read_number(reader);
    }
}

static void read_length(struct reader *reader, struct spec *spec) {
    spec->bytes = sizeof(int);
    switch (*reader->at) {
    case 'h':
        reader->at++;
        spec->bytes = sizeof(short);
        if (*reader->at == 'h') {
            reader->at++;
            spec->bytes = sizeof(char);
        }
        break;
    case 'l':
        reader->at++;
        spec->bytes = sizeof(long);
        if (*reader->at == 'l') {
            spec->is_long_double = true;
            reader->at++;
        }
        break;
    case 'q':
    case 'L':
        spec->is_long_double = true;
        reader->at++;
        spec->bytes = sizeof(long);
        break;
    case 'j':
    case 'z':
    case 'Z':
    case 't':
        reader->at++;
        spec->bytes = sizeof(long);
        break;
    default:
        break;
    }
}

static long signed_argument(struct reader *reader, int position, int bytes) {
    if (bytes == sizeof(long))
        return (long)argument(reader, position, LONG).bits;
    int value = (int)argument(reader, position, INT).bits;
    if (bytes == sizeof(short))
        return (short)value;
    return bytes == sizeof(char) ? (signed char)value : value;
}

static unsigned long unsigned_argument(struct reader *reader, int position, int bytes) {
    if (bytes == sizeof(long))
        return (unsigned long)argument(reader, position, LONG).bits;
    unsigned value = (unsigned)argument(reader, position, INT).bits;
    if (bytes == sizeof(short))
        return (unsigned short)value;
    return bytes == sizeof(char) ? (unsigned char)value : value;
}

/* %n: how many characters there are so far. */
static void count(const struct sink *sink, const struct spec *spec, void *to) {
    if (spec->bytes == sizeof(long))
        *(long *)to = (long)sink->length;
    else if (spec->bytes == sizeof(short))
        *(short *)to = (short)sink->length;
    else if (spec->bytes == sizeof(char))
        *(signed char *)to = (signed char)sink->length;
    else
        *(int *)to = (int)sink->length;
}

/* One conversion: the reader is behind the percent sign. Without a sink, only
 * the kinds of the arguments are told. */
static void convert(struct sink *sink, struct reader *reader, int error) {
    struct spec spec = {0};
    int position = read_position(reader);
    bool is_dry = reader->kinds != NULL;

    read_flags(reader, &spec);
    read_width(reader, &spec);
    read_length(reader, &spec);
    char kind = *reader->at;
    switch (kind) {
    case '%':
        if (!is_dry)
            symir_put(sink, '%');
        break;
    case 'd':
    case 'i': {
        long value = signed_argument(reader, position, spec.bytes);

        if (is_dry)
            break;
        if (sink->is_counted)
            symir_count_signed(sink, &spec, value);
        else
            symir_put_signed(sink, &spec, value);
        break;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
        unsigned long value = unsigned_argument(reader, position, spec.bytes);

        if (is_dry)
            break;
        if (sink->is_counted && kind != 'u' && kind != 'o')
            symir_count_hex(sink, &spec, value, false);
        else if (sink->is_counted)
            symir_count_integer(sink, &spec, value, kind == 'u' ? 10 : 8, 0);
        else if (kind == 'u' || kind == 'o')
            symir_put_integer(sink, &spec, value, kind == 'u' ? 10 : 8, "", false);
        else
            symir_put_hex(sink, &spec, value, kind == 'X');
        break;
    }
    case 'm':
        if (!is_dry && !sink->is_dropped)
            symir_put_string(sink, &spec, strerror(error));
        break;
    case 'c':
    case 'C': {
        bool is_wide = kind == 'C' || spec.bytes == sizeof(long);
        int value = (int)argument(reader, position, INT).bits;

        if (is_dry)
            break;
        if (is_wide)
            symir_put_wide_character(sink, &spec, value);
        else
            symir_put_character(sink, &spec, value);
        break;
    }
    case 's':
    case 'S':
    case 'p':
    case 'n': {
        void *pointer = (void *)argument(reader, position, POINTER).bits;

        if (is_dry)
            break;
        if (kind == 'p')
            symir_put_pointer(sink, &spec, pointer);
        else if (kind == 'n')
            count(sink, &spec, pointer);
        else if (kind == 'S' || spec.bytes == sizeof(long))
            symir_put_wide_string(sink, &spec, pointer);
        else
            symir_put_string(sink, &spec, pointer);
        break;
    }
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': {
        struct argument value = argument(reader, position, spec.is_long_double ? LONG_DOUBLE : DOUBLE);

        if (is_dry || sink->is_dropped)
            break;
        union extended number = {.bits = {value.bits, (uint16_t)value.exponent}};
        if (!spec.is_long_double)
            number = symir_extend(value.bits);
        symir_put_float(sink, &spec, kind, number);
        break;
    }
    default:
        symir_unsupported("printf with an unknown conversion");
    }
    reader->at++;
}

/* Whether a conversion names its argument by number. */
static bool is_numbered(const char *format) {
    for (; *format != '\0'; format++) {
        if (*format != '%')
            continue;
        format++;
        if (*format == '%')
            continue;
        while (*format >= '0' && *format <= '9')
            format++;
        return *format == '$';
    }
    return false;
}

/* Reads the arguments in order once the whole format has told their kinds. */
static void read_numbered(struct reader *reader, struct argument *arguments) {
    enum kind kinds[MOST_NUMBERED] = {0};
    const char *begin = reader->at;

    reader->kinds = kinds;
    while (*reader->at != '\0')
        if (*reader->at++ == '%')
            convert(NULL, reader, 0);
    reader->at = begin;
    reader->kinds = NULL;
    for (int i = 0; i < MOST_NUMBERED; i++)
        if (kinds[i] != NONE)
            arguments[i] = take(reader, kinds[i]);
        else
            /* glibc takes an int where nothing is said. */
            for (int j = i + 1; j < MOST_NUMBERED; j++)
                if (kinds[j] != NONE) {
                    take(reader, INT);
                    break;
                }
    reader->numbered = arguments;
}

static int format_with(struct sink *sink, struct reader *reader) {
    int error = *__errno_location();

    while (*reader->at != '\0' && !sink->has_failed) {
        char c = *reader->at++;

        if (c != '%')
            symir_put(sink, c);
        else if (*reader->at == '\0')
            sink->has_failed = true;
        else
            convert(sink, reader, error);
    }
    if (sink->file != NULL && sink->n_waiting > 0)
        write_out(sink);
    if (sink->is_dropped)
        return sink->has_failed ? -1 : 0;
    if (sink->file == NULL && sink->room > 0)
        sink->to[sink->length < sink->room ? sink->length : sink->room - 1] = '\0';
    if (sink->has_failed)
        return -1;
    return sink->length > INT_MAX ? fail(TOO_LARGE) : (int)sink->length;
}

/* Apart, since few need the memory for the arguments. */
static int format_numbered(struct sink *sink, struct reader *reader) {
    struct argument arguments[MOST_NUMBERED];

    read_numbered(reader, arguments);
    return format_with(sink, reader);
}

int symir_format(struct sink *sink, const char *format, va_list arguments) {
    struct reader reader = {.at = format};
    int length;

    va_copy(reader.arguments, arguments);
    if (is_numbered(format))
        length = format_numbered(sink, &reader);
    else
        length = format_with(sink, &reader);
    va_end(reader.arguments);
    return length;
}

static bool is_length(char c) {
    return c == 'h' || c == 'l' || c == 'q' || c == 'L' || c == 'j' || c == 'z' || c == 'Z' || c == 't';
}

/* Whether it stores how long the text is so far. */
static bool stores_counts(const char *format) {
    while (*format != '\0')
        if (*format++ == '%' && *format != '%') {
            /* Flags, numbers and lengths stand before the letter. */
            while (*format != '\0' && (*format < 'A' || is_length(*format)))
                format++;
            if (*format == 'n')
                return true;
            if (*format != '\0')
                format++;
        }
    return false;
}

int symir_print(FILE *file, const char *format, va_list arguments, bool counts) {
    struct sink sink;

    sink.file = file;
    sink.to = NULL;
    sink.room = 0;
    sink.is_counted = symir_is_dropped(file);
    sink.is_dropped = sink.is_counted && !counts && !stores_counts(format);
    sink.length = sink.n_waiting = 0;
    sink.has_failed = false;
    return symir_format(&sink, format, arguments);
}

int symir_print_to_memory(char *to, size_t room, const char *format, va_list arguments) {
    struct sink sink;

    sink.to = to;
    sink.room = room;
    sink.file = NULL;
    sink.is_counted = room == 0;
    sink.is_dropped = false;
    sink.length = 0;
    sink.has_failed = false;
    return symir_format(&sink, format, arguments);
}
