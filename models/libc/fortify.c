/*
 * Models of what glibc's headers call under _FORTIFY_SOURCE: the functions of
 * string.h with the size of the destination, which abort where it is too
 * small. Those of stdio.h are in printf.c.
 */
#include <stddef.h>

_Noreturn void abort(void);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
char *strncpy(char *to, const char *from, size_t n);
char *stpncpy(char *to, const char *from, size_t n);

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
