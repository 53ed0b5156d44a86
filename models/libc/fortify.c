/*
 * Models of what glibc's headers call under _FORTIFY_SOURCE: the functions of
 * string.h and wchar.h with the size of the destination, which abort where it is
 * too small. Those of stdio.h are in printf.c and stdio.c.
 */
#include <stddef.h>

_Noreturn void abort(void);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
char *strncpy(char *to, const char *from, size_t n);
char *stpncpy(char *to, const char *from, size_t n);
size_t strlcpy(char *to, const char *from, size_t n);
size_t strlcat(char *to, const char *from, size_t n);
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n);

_Noreturn void __chk_fail(void) {
    abort();
}

static size_t length_of(const char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

static void check(size_t n, size_t size) {
    if (n > size)
        __chk_fail();
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t size) {
    check(n, size);
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t size) {
    check(n, size);
    return memmove(to, from, n);
}

void *__memset_chk(void *to, int byte, size_t n, size_t size) {
    check(n, size);
    return memset(to, byte, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size) {
    check(n, size);
    memcpy(to, from, n);
    return (char *)to + n;
}

char *__stpcpy_chk(char *to, const char *from, size_t size) {
    size_t length = length_of(from);

    check(length + 1, size);
    memcpy(to, from, length + 1);
    return to + length;
}

char *__strcpy_chk(char *to, const char *from, size_t size) {
    __stpcpy_chk(to, from, size);
    return to;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t size) {
    check(n, size);
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t size) {
    check(n, size);
    return stpncpy(to, from, n);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t size) {
    size_t used = length_of(to), added = 0;

    while (added < n && from[added] != '\0')
        added++;
    check(used + added + 1, size);
    memcpy(to + used, from, added);
    to[used + added] = '\0';
    return to;
}

char *__strcat_chk(char *to, const char *from, size_t size) {
    return __strncat_chk(to, from, (size_t)-1, size);
}

void __explicit_bzero_chk(void *to, size_t n, size_t size) {
    check(n, size);
    memset(to, 0, n);
}

size_t __strlcpy_chk(char *to, const char *from, size_t n, size_t size) {
    check(n, size);
    return strlcpy(to, from, n);
}

size_t __strlcat_chk(char *to, const char *from, size_t n, size_t size) {
    check(n, size);
    return strlcat(to, from, n);
}

/* Wide; sizes are in characters. */

static size_t wide_length_of(const wchar_t *s) {
    size_t n = 0;

    while (s[n] != L'\0')
        n++;
    return n;
}

wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    return memcpy(to, from, n * sizeof *to);
}

wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    return memmove(to, from, n * sizeof *to);
}

wchar_t *__wmempcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    memcpy(to, from, n * sizeof *to);
    return to + n;
}

wchar_t *__wmemset_chk(wchar_t *to, wchar_t value, size_t n, size_t size) {
    check(n, size);
    for (size_t i = 0; i < n; i++)
        to[i] = value;
    return to;
}

wchar_t *__wcpcpy_chk(wchar_t *to, const wchar_t *from, size_t size) {
    size_t length = wide_length_of(from);

    check(length + 1, size);
    memcpy(to, from, (length + 1) * sizeof *to);
    return to + length;
}

wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t size) {
    __wcpcpy_chk(to, from, size);
    return to;
}

wchar_t *__wcpncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    return wcpncpy(to, from, n);
}

wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    check(n, size);
    wcpncpy(to, from, n);
    return to;
}

wchar_t *__wcsncat_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
    size_t used = wide_length_of(to), added = 0;

    while (added < n && from[added] != L'\0')
        added++;
    check(used + added + 1, size);
    memcpy(to + used, from, added * sizeof *to);
    to[used + added] = L'\0';
    return to;
}

wchar_t *__wcscat_chk(wchar_t *to, const wchar_t *from, size_t size) {
    return __wcsncat_chk(to, from, (size_t)-1, size);
}

/* What FD_SET and FD_ISSET call. */
long __fdelt_chk(long descriptor) {
    check((size_t)descriptor, 1023);
    return descriptor / 64;
}
