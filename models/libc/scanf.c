/*
 * Models of stdio.h: the functions of formatted input by their public names.
 * glibc's headers call those of C99 and C23 by names of their own.
 */
#include "scan.h"

/* The body of a function whose arguments come after `format`. */
#define VARIADIC(call) \
    va_list arguments; \
    va_start(arguments, format); \
    int n = call; \
    va_end(arguments); \
    return n

static int from_text(const char *text, const char *format, va_list arguments, bool has_binary) {
    struct source source = {.text = text, .has_binary = has_binary};

    return symir_scan(&source, format, arguments);
}

static int from_file(FILE *file, const char *format, va_list arguments, bool has_binary) {
    struct source source = {.file = file, .has_binary = has_binary};

    return symir_scan(&source, format, arguments);
}

#define FAMILY(prefix, has_binary) \
    int prefix##sscanf(const char *text, const char *format, ...) { \
        VARIADIC(from_text(text, format, arguments, has_binary)); \
    } \
    int prefix##vsscanf(const char *text, const char *format, va_list arguments) { \
        return from_text(text, format, arguments, has_binary); \
    } \
    int prefix##fscanf(FILE *file, const char *format, ...) { \
        VARIADIC(from_file(file, format, arguments, has_binary)); \
    } \
    int prefix##vfscanf(FILE *file, const char *format, va_list arguments) { \
        return from_file(file, format, arguments, has_binary); \
    } \
    int prefix##scanf(const char *format, ...) { \
        VARIADIC(from_file(stdin, format, arguments, has_binary)); \
    } \
    int prefix##vscanf(const char *format, va_list arguments) { \
        return from_file(stdin, format, arguments, has_binary); \
    }

FAMILY(, false)
FAMILY(__isoc99_, false)
FAMILY(__isoc23_, true)
