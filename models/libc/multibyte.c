/*
 * Models of stdlib.h and wchar.h: bytes and wide characters in the "C" locale,
 * where ASCII is one and the same, and nothing else is a character.
 */
#include "machine.h"

enum { FAILED = -1 /* WEOF */, MOST = 0x7f };

#define FAILURE ((size_t)-1)
#define INCOMPLETE ((size_t)-2)

/* One character: the length of what `s` begins with, in at most n bytes. */
static size_t to_wide(wchar_t *to, const char *s, size_t n) {
    if (s == NULL)
        return 0;
    if (n == 0)
        return INCOMPLETE;
    unsigned char c = (unsigned char)*s;
    if (c > MOST)
        return (size_t)fail(ILLEGAL_BYTES);
    if (to != NULL)
        *to = c;
    return c != '\0';
}

static size_t to_byte(char *to, wchar_t c) {
    if (to == NULL)
        return 1;
    if ((unsigned)c > MOST)
        return (size_t)fail(ILLEGAL_BYTES);
    *to = (char)c;
    return 1;
}

int mbtowc(wchar_t *to, const char *s, size_t n) {
    size_t length = to_wide(to, s, n);

    return length > 1 ? -1 : (int)length;
}

int mblen(const char *s, size_t n) {
    size_t length = to_wide(NULL, s, n);

    return length > 1 ? -1 : (int)length;
}

int wctomb(char *to, wchar_t c) {
    return to == NULL ? 0 : (int)to_byte(to, c);
}

size_t mbrtowc(wchar_t *to, const char *s, size_t n, void *state) {
    (void)state;
    return to_wide(to, s, n);
}

size_t mbrlen(const char *s, size_t n, void *state) {
    (void)state;
    return to_wide(NULL, s, n);
}

size_t __mbrlen(const char *s, size_t n, void *state) {
    (void)state;
    return to_wide(NULL, s, n);
}

size_t wcrtomb(char *to, wchar_t c, void *state) {
    (void)state;
    return to_byte(to, c);
}

size_t __wcrtomb_chk(char *to, wchar_t c, void *state, size_t size) {
    (void)state;
    if (size < 1)
        abort();
    return to_byte(to, c);
}

int __wctomb_chk(char *to, wchar_t c, size_t size) {
    if (size < 1)
        abort();
    return to == NULL ? 0 : (int)to_byte(to, c);
}

int mbsinit(const void *state) {
    (void)state;
    return 1;
}

int btowc(int c) {
    return c < 0 || c > MOST ? FAILED : c;
}

int wctob(unsigned c) {
    return c > MOST ? FAILED : (int)c;
}

/* Strings: at most `room` characters, of at most `most` bytes. `from` goes to
 * behind what was taken, or to NULL at the terminator, if there is a place to
 * write to. */

static size_t all_to_wide(wchar_t *to, const char **from, size_t most, size_t room) {
    const char *s = *from;
    size_t n = 0;

    for (; n < most && (to == NULL || n < room); n++) {
        wchar_t c;

        if (to_wide(&c, s + n, 1) == FAILURE) {
            if (to != NULL)
                *from = s + n;
            return FAILURE;
        }
        if (to != NULL)
            to[n] = c;
        if (c == L'\0') {
            if (to != NULL)
                *from = NULL;
            return n;
        }
    }
    if (to != NULL)
        *from = s + n;
    return n;
}

static size_t all_to_bytes(char *to, const wchar_t **from, size_t most, size_t room) {
    const wchar_t *s = *from;
    size_t n = 0;

    for (; n < most && (to == NULL || n < room); n++) {
        char c;

        if (to_byte(&c, s[n]) == FAILURE) {
            if (to != NULL)
                *from = s + n;
            return FAILURE;
        }
        if (to != NULL)
            to[n] = c;
        if (c == '\0') {
            if (to != NULL)
                *from = NULL;
            return n;
        }
    }
    if (to != NULL)
        *from = s + n;
    return n;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t room) {
    return all_to_wide(to, &from, SIZE_MAX, room);
}

size_t wcstombs(char *to, const wchar_t *from, size_t room) {
    return all_to_bytes(to, &from, SIZE_MAX, room);
}

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t room, size_t size) {
    if (room > size)
        abort();
    return all_to_wide(to, &from, SIZE_MAX, room);
}

size_t __wcstombs_chk(char *to, const wchar_t *from, size_t room, size_t size) {
    if (room > size)
        abort();
    return all_to_bytes(to, &from, SIZE_MAX, room);
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t room, void *state) {
    (void)state;
    return all_to_wide(to, from, SIZE_MAX, room);
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t room, void *state) {
    (void)state;
    return all_to_bytes(to, from, SIZE_MAX, room);
}

size_t mbsnrtowcs(wchar_t *to, const char **from, size_t most, size_t room, void *state) {
    (void)state;
    return all_to_wide(to, from, most, room);
}

size_t wcsnrtombs(char *to, const wchar_t **from, size_t most, size_t room, void *state) {
    (void)state;
    return all_to_bytes(to, from, most, room);
}
