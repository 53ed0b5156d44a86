/*
 * Models of stdio.h: formatted output, with every conversion of integers,
 * characters, strings and pointers. What it cannot do ends the path as
 * unsupported: floating-point numbers, wide characters, and %n.
 *
 * What goes to a stream is counted and dropped.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct symir_file FILE;

int *__errno_location(void);
char *strerror(int number);
_Noreturn void abort(void);
_Noreturn void symir_unsupported(const char *what);

enum { TOO_LARGE = 75 /* EOVERFLOW */ };

/* Where the text goes: the first `room` - 1 characters to `to`, and a
 * terminator if there is any room. */
struct sink {
    char *to;
    size_t room;
    size_t length; /* of the whole text */
};

static void put(struct sink *sink, char c) {
    if (sink->length + 1 < sink->room)
        sink->to[sink->length] = c;
    sink->length++;
}

static void put_many(struct sink *sink, char c, long n) {
    for (; n > 0; n--)
        put(sink, c);
}

/* A conversion specification. */
struct spec {
    bool is_left, has_plus, has_space, is_alternate, has_zeros;
    int width;
    int precision; /* negative: none */
    int bytes; /* the size of an integer argument */
};

/* What is left of the format and of the arguments. */
struct reader {
    const char *at;
    va_list arguments;
};

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
            break;
        default:
            return;
        }
    }
}

/* A number in the format, or * for an argument. */
static int read_number(struct reader *reader) {
    int number = 0;

    if (*reader->at == '*') {
        reader->at++;
        return va_arg(reader->arguments, int);
    }
    for (; *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
        int digit = *reader->at - '0';

        if (number > (INT_MAX - digit) / 10)
            symir_unsupported("printf of a field of more than 2^31 characters");
        number = number * 10 + digit;
    }
    return number;
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
        if (*reader->at == 'l')
            reader->at++;
        break;
    case 'j':
    case 'z':
    case 't':
    case 'q':
    case 'L':
        reader->at++;
        spec->bytes = sizeof(long);
        break;
    default:
        break;
    }
}

static long signed_argument(struct reader *reader, int bytes) {
    if (bytes == sizeof(long))
        return va_arg(reader->arguments, long);
    int value = va_arg(reader->arguments, int);
    if (bytes == sizeof(short))
        return (short)value;
    return bytes == sizeof(char) ? (signed char)value : value;
}

static unsigned long unsigned_argument(struct reader *reader, int bytes) {
    if (bytes == sizeof(long))
        return va_arg(reader->arguments, unsigned long);
    unsigned value = va_arg(reader->arguments, unsigned);
    if (bytes == sizeof(short))
        return (unsigned short)value;
    return bytes == sizeof(char) ? (unsigned char)value : value;
}

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
static void put_integer(struct sink *sink, const struct spec *spec, unsigned long value,
                        unsigned base, const char *head, bool is_capital) {
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
        put_many(sink, ' ', spaces);
    for (int i = 0; i < n_head; i++)
        put(sink, head[i]);
    put_many(sink, '0', zeros);
    for (int i = 0; i < n; i++)
        put(sink, digits[i]);
    if (spec->is_left)
        put_many(sink, ' ', spaces);
}

static void put_signed(struct sink *sink, const struct spec *spec, long value) {
    const char *sign = spec->has_plus ? "+" : spec->has_space ? " " : "";

    if (value < 0)
        put_integer(sink, spec, 0 - (unsigned long)value, 10, "-", false);
    else
        put_integer(sink, spec, (unsigned long)value, 10, sign, false);
}

static void put_hex(struct sink *sink, const struct spec *spec, unsigned long value, bool is_capital) {
    const char *head = "";

    if (spec->is_alternate && value != 0)
        head = is_capital ? "0X" : "0x";
    put_integer(sink, spec, value, 16, head, is_capital);
}

/* Text of a known length in its field. */
static void put_text(struct sink *sink, const struct spec *spec, const char *text, int length) {
    if (!spec->is_left)
        put_many(sink, ' ', (long)spec->width - length);
    for (int i = 0; i < length; i++)
        put(sink, text[i]);
    if (spec->is_left)
        put_many(sink, ' ', (long)spec->width - length);
}

static void put_string(struct sink *sink, const struct spec *spec, const char *text) {
    const char *null = "(null)";
    int length = 0;

    if (text == NULL)
        /* glibc prints all of it or nothing. */
        text = spec->precision < 0 || spec->precision >= 6 ? null : "";
    while ((spec->precision < 0 || length < spec->precision) && text[length] != '\0')
        length++;
    put_text(sink, spec, text, length);
}

static void put_pointer(struct sink *sink, struct spec *spec, const void *pointer) {
    if (pointer == NULL) {
        put_text(sink, spec, "(nil)", 5);
        return;
    }
    const char *head = spec->has_plus ? "+0x" : spec->has_space ? " 0x" : "0x";
    put_integer(sink, spec, (uintptr_t)pointer, 16, head, false);
}

static void put_character(struct sink *sink, const struct spec *spec, int value) {
    char c = (char)value;

    put_text(sink, spec, &c, 1);
}

/* One conversion: the reader is behind the percent sign. */
static void convert(struct sink *sink, struct reader *reader, int error) {
    struct spec spec = {0};

    read_flags(reader, &spec);
    read_width(reader, &spec);
    read_length(reader, &spec);
    switch (*reader->at) {
    case '%':
        put(sink, '%');
        break;
    case 'd':
    case 'i':
        put_signed(sink, &spec, signed_argument(reader, spec.bytes));
        break;
    case 'u':
        put_integer(sink, &spec, unsigned_argument(reader, spec.bytes), 10, "", false);
        break;
    case 'o':
        put_integer(sink, &spec, unsigned_argument(reader, spec.bytes), 8, "", false);
        break;
    case 'x':
    case 'X':
        put_hex(sink, &spec, unsigned_argument(reader, spec.bytes), *reader->at == 'X');
        break;
    case 'p':
        put_pointer(sink, &spec, va_arg(reader->arguments, void *));
        break;
    case 'm':
        put_string(sink, &spec, strerror(error));
        break;
    case 'c':
        if (spec.bytes == sizeof(long))
            symir_unsupported("printf of a wide character");
        put_character(sink, &spec, va_arg(reader->arguments, int));
        break;
    case 's':
        if (spec.bytes == sizeof(long))
            symir_unsupported("printf of a wide string");
        put_string(sink, &spec, va_arg(reader->arguments, const char *));
        break;
    case 'n':
        symir_unsupported("printf with %n");
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        symir_unsupported("printf of a floating-point number");
    default:
        symir_unsupported("printf with an unknown conversion");
    }
    reader->at++;
}

static int format(struct sink *sink, const char *text, va_list arguments) {
    struct reader reader = {.at = text};
    int error = *__errno_location();

    va_copy(reader.arguments, arguments);
    while (*reader.at != '\0') {
        char c = *reader.at++;

        if (c == '%')
            convert(sink, &reader, error);
        else
            put(sink, c);
    }
    va_end(reader.arguments);
    if (sink->room > 0)
        sink->to[sink->length < sink->room ? sink->length : sink->room - 1] = '\0';
    if (sink->length > INT_MAX) {
        *__errno_location() = TOO_LARGE;
        return -1;
    }
    return (int)sink->length;
}

static int to_memory(char *to, size_t room, const char *text, va_list arguments) {
    struct sink sink = {to, room, 0};

    return format(&sink, text, arguments);
}

static int to_nowhere(const char *text, va_list arguments) {
    return to_memory(NULL, 0, text, arguments);
}

/* The body of a function whose arguments come after `last`. */
#define VARIADIC(last, call) \
    va_list arguments; \
    va_start(arguments, last); \
    int length = call; \
    va_end(arguments); \
    return length

int vsnprintf(char *to, size_t size, const char *text, va_list arguments) {
    return to_memory(to, size, text, arguments);
}

int snprintf(char *to, size_t size, const char *text, ...) {
    VARIADIC(text, to_memory(to, size, text, arguments));
}

int vsprintf(char *to, const char *text, va_list arguments) {
    return to_memory(to, SIZE_MAX, text, arguments);
}

int sprintf(char *to, const char *text, ...) {
    VARIADIC(text, to_memory(to, SIZE_MAX, text, arguments));
}

int vprintf(const char *text, va_list arguments) {
    return to_nowhere(text, arguments);
}

int printf(const char *text, ...) {
    VARIADIC(text, to_nowhere(text, arguments));
}

int vfprintf(FILE *file, const char *text, va_list arguments) {
    (void)file;
    return to_nowhere(text, arguments);
}

int fprintf(FILE *file, const char *text, ...) {
    (void)file;
    VARIADIC(text, to_nowhere(text, arguments));
}

/* What glibc's headers call under _FORTIFY_SOURCE. `size` is that of the
 * destination, or the largest number where it is not known. */

static int checked(char *to, size_t room, size_t size, const char *text, va_list arguments) {
    if (room > size)
        abort();
    return to_memory(to, room, text, arguments);
}

/* sprintf knows only afterwards whether there was room. */
static int checked_after(char *to, size_t size, const char *text, va_list arguments) {
    int length = to_memory(to, size, text, arguments);

    if (length >= 0 && (size_t)length >= size)
        abort();
    return length;
}

int __vsnprintf_chk(char *to, size_t room, int flag, size_t size, const char *text,
                    va_list arguments) {
    (void)flag;
    return checked(to, room, size, text, arguments);
}

int __snprintf_chk(char *to, size_t room, int flag, size_t size, const char *text, ...) {
    (void)flag;
    VARIADIC(text, checked(to, room, size, text, arguments));
}

int __vsprintf_chk(char *to, int flag, size_t size, const char *text, va_list arguments) {
    (void)flag;
    return checked_after(to, size, text, arguments);
}

int __sprintf_chk(char *to, int flag, size_t size, const char *text, ...) {
    (void)flag;
    VARIADIC(text, checked_after(to, size, text, arguments));
}

int __vprintf_chk(int flag, const char *text, va_list arguments) {
    (void)flag;
    return to_nowhere(text, arguments);
}

int __printf_chk(int flag, const char *text, ...) {
    (void)flag;
    VARIADIC(text, to_nowhere(text, arguments));
}

int __vfprintf_chk(FILE *file, int flag, const char *text, va_list arguments) {
    (void)file;
    (void)flag;
    return to_nowhere(text, arguments);
}

int __fprintf_chk(FILE *file, int flag, const char *text, ...) {
    (void)file;
    (void)flag;
    VARIADIC(text, to_nowhere(text, arguments));
}
