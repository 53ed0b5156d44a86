/*
 * Models of wchar.h: formatted input from wide strings and streams. In the "C"
 * locale each wide character is one byte of ASCII, so that the conversions are
 * those of bytes.
 */
#include "scan.h"

enum { MOST_BYTE = 0x7f };

/* As bytes, in new memory. */
static char *narrow(const wchar_t *text, const char *what) {
    size_t n = 0;

    while (text[n] != L'\0')
        n++;
    char *bytes = malloc(n + 1);
    if (bytes == NULL)
        symir_unsupported("formatted input without memory");
    for (size_t i = 0; i <= n; i++) {
        if ((unsigned)text[i] > MOST_BYTE)
            symir_unsupported(what);
        bytes[i] = (char)text[i];
    }
    return bytes;
}

static int scan(const wchar_t *text, FILE *file, const wchar_t *format, va_list arguments, bool has_binary) {
    char *bytes = text == NULL ? NULL : narrow(text, "wide input with a character that is not ASCII");
    char *as_bytes = narrow(format, "a wide format with a character that is not ASCII");
    struct source source = {.text = bytes, .file = file, .has_binary = has_binary};
    int n = symir_scan(&source, as_bytes, arguments);

    free(as_bytes);
    free(bytes);
    return n;
}

#define VARIADIC(call) \
    va_list arguments; \
    va_start(arguments, format); \
    int n = call; \
    va_end(arguments); \
    return n

#define FAMILY(prefix, has_binary) \
    int prefix##swscanf(const wchar_t *text, const wchar_t *format, ...) { \
        VARIADIC(scan(text, NULL, format, arguments, has_binary)); \
    } \
    int prefix##vswscanf(const wchar_t *text, const wchar_t *format, va_list arguments) { \
        return scan(text, NULL, format, arguments, has_binary); \
    } \
    int prefix##fwscanf(FILE *file, const wchar_t *format, ...) { \
        VARIADIC(scan(NULL, file, format, arguments, has_binary)); \
    } \
    int prefix##vfwscanf(FILE *file, const wchar_t *format, va_list arguments) { \
        return scan(NULL, file, format, arguments, has_binary); \
    } \
    int prefix##wscanf(const wchar_t *format, ...) { \
        VARIADIC(scan(NULL, stdin, format, arguments, has_binary)); \
    } \
    int prefix##vwscanf(const wchar_t *format, va_list arguments) { \
        return scan(NULL, stdin, format, arguments, has_binary); \
    }

FAMILY(, false)
FAMILY(__isoc99_, false)
FAMILY(__isoc23_, true)
