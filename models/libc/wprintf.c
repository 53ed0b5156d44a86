/*
 * Models of wchar.h: wide characters to and from streams, and formatted
 * output. In the "C" locale each is one byte of ASCII, so that the formatting
 * is that of bytes.
 */
#include "print.h"
#include <limits.h>

typedef unsigned wint;

enum { MOST_BYTE = 0x7f };

static wint put_wide(wchar_t c, FILE *file) {
    if ((unsigned)c > MOST_BYTE) {
        file->flags |= HAS_FAILED;
        return (wint)fail(ILLEGAL_BYTES);
    }
    char byte = (char)c;
    return symir_put_many(file, &byte, 1) == 1 ? (wint)c : (wint)END;
}

static wint get_wide(FILE *file) {
    int c = symir_get(file);

    if (c > MOST_BYTE) {
        file->flags |= HAS_FAILED;
        return (wint)fail(ILLEGAL_BYTES);
    }
    return (wint)c;
}

wint fputwc(wchar_t c, FILE *file) {
    return put_wide(c, file);
}

wint putwc(wchar_t c, FILE *file) {
    return put_wide(c, file);
}

wint putwchar(wchar_t c) {
    return put_wide(c, stdout);
}

wint fgetwc(FILE *file) {
    return get_wide(file);
}

wint getwc(FILE *file) {
    return get_wide(file);
}

wint getwchar(void) {
    return get_wide(stdin);
}

wint ungetwc(wint c, FILE *file) {
    return c > MOST_BYTE ? (wint)END : (wint)symir_unget((int)c, file);
}

int fputws(const wchar_t *text, FILE *file) {
    for (; *text != L'\0'; text++)
        if (put_wide(*text, file) == (wint)END)
            return END;
    return 1;
}

wchar_t *fgetws(wchar_t *to, int room, FILE *file) {
    int n = 0;
    wint c = 0;

    if (room <= 0)
        return NULL;
    while (n < room - 1 && c != L'\n') {
        c = get_wide(file);
        if (c == (wint)END)
            break;
        to[n++] = (wchar_t)c;
    }
    if ((n == 0 && c == (wint)END) || (file->flags & HAS_FAILED) != 0)
        return NULL;
    to[n] = L'\0';
    return to;
}

int fwide(FILE *file, int mode) {
    (void)file;
    return mode;
}

/* The format as bytes, in new memory. */
static char *narrow(const wchar_t *format) {
    size_t n = 0;

    while (format[n] != L'\0')
        n++;
    char *bytes = malloc(n + 1);
    for (size_t i = 0; bytes != NULL && i <= n; i++) {
        if ((unsigned)format[i] > MOST_BYTE)
            symir_unsupported("a wide format with a character that is not ASCII");
        bytes[i] = (char)format[i];
    }
    return bytes;
}

static int to_file(FILE *file, const wchar_t *format, va_list arguments, bool counts) {
    char *bytes = narrow(format);
    int length = bytes == NULL ? fail(NO_MEMORY) : symir_print(file, bytes, arguments, counts);

    free(bytes);
    return length;
}

static int to_memory(wchar_t *to, size_t room, const wchar_t *format, va_list arguments) {
    char *bytes = narrow(format), *made = malloc(room);
    int length = -1;

    if (bytes != NULL && made != NULL && room > 0) {
        length = symir_print_to_memory(made, room, bytes, arguments);
        for (size_t i = 0; i < room; i++) {
            if ((unsigned char)made[i] > MOST_BYTE)
                length = fail(ILLEGAL_BYTES);
            to[i] = length < 0 ? L'\0' : made[i];
            if (made[i] == '\0' || length < 0)
                break;
        }
        if (length >= 0 && (size_t)length >= room)
            length = fail(TOO_LARGE);
    }
    free(bytes);
    free(made);
    return length;
}

#define VARIADIC(call) \
    va_list arguments; \
    va_start(arguments, format); \
    int length = call; \
    va_end(arguments); \
    return length

int vswprintf(wchar_t *to, size_t room, const wchar_t *format, va_list arguments) {
    return to_memory(to, room, format, arguments);
}

int swprintf(wchar_t *to, size_t room, const wchar_t *format, ...) {
    VARIADIC(to_memory(to, room, format, arguments));
}

int __swprintf_chk(wchar_t *to, size_t room, int flag, size_t size, const wchar_t *format, ...) {
    (void)flag;
    if (room > size)
        abort();
    VARIADIC(to_memory(to, room, format, arguments));
}

int vfwprintf(FILE *file, const wchar_t *format, va_list arguments) {
    return to_file(file, format, arguments, symir_is_result_used());
}

int fwprintf(FILE *file, const wchar_t *format, ...) {
    VARIADIC(to_file(file, format, arguments, symir_is_result_used()));
}

int __fwprintf_chk(FILE *file, int flag, const wchar_t *format, ...) {
    (void)flag;
    VARIADIC(to_file(file, format, arguments, symir_is_result_used()));
}

int vwprintf(const wchar_t *format, va_list arguments) {
    return to_file(stdout, format, arguments, symir_is_result_used());
}

int wprintf(const wchar_t *format, ...) {
    VARIADIC(to_file(stdout, format, arguments, symir_is_result_used()));
}

int __wprintf_chk(int flag, const wchar_t *format, ...) {
    (void)flag;
    VARIADIC(to_file(stdout, format, arguments, symir_is_result_used()));
}
