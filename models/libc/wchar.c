/*
 * Models of wchar.h: measuring, copying, comparing and searching wide strings.
 */
#include "machine.h"
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);

static size_t length_of(const wchar_t *s) {
    size_t n = 0;

    while (s[n] != L'\0')
        n++;
    return n;
}

static int order(wchar_t a, wchar_t b) {
    if (a == b)
        return 0;
    return a < b ? -1 : 1;
}

size_t wcslen(const wchar_t *s) {
    return length_of(s);
}

size_t wcsnlen(const wchar_t *s, size_t most) {
    size_t n = 0;

    while (n < most && s[n] != L'\0')
        n++;
    return n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;

    for (; from[i] != L'\0'; i++)
        to[i] = from[i];
    to[i] = L'\0';
    return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
    size_t i = 0;

    for (; i < n && from[i] != L'\0'; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = L'\0';
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    size_t used = length_of(to), i = 0;

    for (; from[i] != L'\0'; i++)
        to[used + i] = from[i];
    to[used + i] = L'\0';
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    while (*a == *b && *a != L'\0') {
        a++;
        b++;
    }
    return order(*a, *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (; n > 0; n--, a++, b++) {
        if (*a != *b)
            return order(*a, *b);
        if (*a == L'\0')
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t wanted) {
    for (; *s != wanted; s++)
        if (*s == L'\0')
            return NULL;
    return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t wanted) {
    const wchar_t *found = NULL;

    for (;; s++) {
        if (*s == wanted)
            found = s;
        if (*s == L'\0')
            return (wchar_t *)found;
    }
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    symir_compared(a, n * sizeof *a);
    symir_compared(b, n * sizeof *b);
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return order(a[i], b[i]);
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t wanted, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == wanted)
            return (wchar_t *)(s + i);
    return NULL;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
    return memcpy(to, from, n * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
    return memmove(to, from, n * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = value;
    return to;
}
