/*
 * What the models of formatted input share: where the text comes from, and a
 * conversion specification.
 */
#ifndef SCAN_H
#define SCAN_H

#include "files.h"
#include <stdarg.h>

struct source {
    const char *text; /* NULL: a stream */
    FILE *file;
    long n_read;
    bool has_binary; /* %i knows the prefix 0b, as in C23 */
};

struct spec {
    bool is_suppressed, allocates, is_wide;
    int width; /* INT_MAX if none is given */
    int bytes; /* the size of an integer */
    bool is_long_double;
};

/* How a conversion ended. */
enum outcome { CONVERTED, MISMATCH, INPUT_ENDED };

/* Text that grows: of a number, or what %m allocates. */
struct text {
    char *at;
    size_t n, room;
    bool is_own; /* and not the first memory, on the stack */
    bool has_failed;
};

enum kind { CHARACTERS, WORD, SET };

bool symir_is_space(int c);
int symir_next(struct source *source);
void symir_back(struct source *source, int c);

/* The next character of a field, which is left where it is; END behind the
 * field's width. */
int symir_peek(struct source *source, int width);

/* Gives the first character behind white space, which is left where it is. */
int symir_skip_space(struct source *source);

void symir_add(struct text *text, char c);

enum outcome symir_scan_text(struct source *source, const struct spec *spec, enum kind kind, void *to);

/* `format` is behind the bracket, and goes to behind the closing one. */
enum outcome symir_scan_set(struct source *source, const struct spec *spec, const char **format, void *to);

/* Gives the number of assignments, or END if the input ends before the first. */
int symir_scan(struct source *source, const char *format, va_list arguments);

#endif
