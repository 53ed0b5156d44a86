/*
 * What the models of formatted output share: where the text goes, and a
 * conversion specification.
 */
#ifndef PRINT_H
#define PRINT_H

#include "files.h"
#include <stdarg.h>

enum { CHUNK = 128 };

/* Where the text goes. Memory: the first `room` - 1 characters, and a
 * terminator if there is any room. A stream: through a chunk, or nowhere if
 * nobody reads it. */
struct sink {
    char *to;
    size_t room;
    FILE *file; /* NULL: memory */
    size_t length; /* of the whole text */
    size_t n_waiting; /* in the chunk of a stream */
    bool has_failed;
    bool is_counted; /* nothing is written: only the length matters, */
    bool is_dropped; /* not even that: only the arguments are checked */
    char chunk[CHUNK];
};

struct spec {
    bool is_left, has_plus, has_space, is_alternate, has_zeros;
    bool is_long_double;
    int width;
    int precision; /* negative: none */
    int bytes; /* the size of an integer argument */
};

/* A long double as it lies in memory. */
union extended {
    long double value;
    struct {
        uint64_t mantissa;
        uint16_t exponent; /* and the sign */
    } bits;
};

void symir_put(struct sink *sink, char c);
void symir_put_repeated(struct sink *sink, char c, long n);

void symir_put_integer(struct sink *sink, const struct spec *spec, unsigned long value, unsigned base,
                       const char *head, bool is_capital);
void symir_put_signed(struct sink *sink, const struct spec *spec, long value);
void symir_put_hex(struct sink *sink, const struct spec *spec, unsigned long value, bool is_capital);
void symir_put_string(struct sink *sink, const struct spec *spec, const char *text);
void symir_put_pointer(struct sink *sink, struct spec *spec, const void *pointer);
void symir_put_character(struct sink *sink, const struct spec *spec, int value);
void symir_put_wide_character(struct sink *sink, const struct spec *spec, wchar_t value);
void symir_put_wide_string(struct sink *sink, const struct spec *spec, const wchar_t *text);

/* The same where the text is only counted: the length is computed, and no path
 * forks on it. */
void symir_count_integer(struct sink *sink, const struct spec *spec, unsigned long value, unsigned base,
                         long n_head);
void symir_count_signed(struct sink *sink, const struct spec *spec, long value);
void symir_count_hex(struct sink *sink, const struct spec *spec, unsigned long value, bool is_pointer);
bool symir_count_string(struct sink *sink, const struct spec *spec, const char *text);

void symir_put_float(struct sink *sink, const struct spec *spec, char kind, union extended number);
void symir_put_hex_float(struct sink *sink, const struct spec *spec, char kind,
                         union extended number);
union extended symir_extend(uint64_t bits);

int symir_format(struct sink *sink, const char *format, va_list arguments);

/* `counts` says whether anybody looks at the result. */
int symir_print(FILE *file, const char *format, va_list arguments, bool counts);
int symir_print_to_memory(char *to, size_t room, const char *format, va_list arguments);

#endif
