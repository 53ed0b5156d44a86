/*
 * Models of libgen.h and string.h: the parts of a path, the order of versions,
 * and names that glibc has besides the public ones.
 */
#include "machine.h"

char *stpcpy(char *to, const char *from);
char *strtok_r(char *s, const char *separators, char **rest);

static size_t length_of(const char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

/* What libgen.h makes of basename: slashes at the end do not count, and are
 * cut off. */
char *__xpg_basename(char *path) {
    size_t end = path == NULL ? 0 : length_of(path);

    if (end == 0)
        return ".";
    while (end > 1 && path[end - 1] == '/')
        path[--end] = '\0';
    size_t begin = end;
    if (end == 1 && path[0] == '/')
        return path;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    return path + begin;
}

char *dirname(char *path) {
    size_t end = path == NULL ? 0 : length_of(path);

    while (end > 1 && path[end - 1] == '/')
        end--;
    while (end > 0 && path[end - 1] != '/')
        end--;
    if (end == 0)
        return ".";
    while (end > 1 && path[end - 1] == '/')
        end--;
    /* Two slashes at the beginning may mean something of their own. */
    if (end == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
        end = 2;
    path[end] = '\0';
    return path;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Numbers within the text are compared as such, those that begin with a zero
 * as fractions. */
int strverscmp(const char *a, const char *b) {
    size_t at = 0, begin = 0;

    for (; a[at] == b[at]; at++) {
        if (a[at] == '\0')
            return 0;
        if (!is_digit(a[at]))
            begin = at + 1;
    }
    int difference = (unsigned char)a[at] - (unsigned char)b[at];
    if (a[begin] != '0' && b[begin] != '0') {
        size_t end = at;

        while (is_digit(a[end]) && is_digit(b[end]))
            end++;
        /* The longer number is the greater one, if both are numbers here. */
        if (is_digit(a[end]) != is_digit(b[end]) && (at > begin || (is_digit(a[at]) && is_digit(b[at]))))
            return is_digit(a[end]) ? 1 : -1;
        return difference;
    }
    bool are_zeros = at > begin;
    for (size_t i = begin; i < at; i++)
        are_zeros &= a[i] == '0';
    if (are_zeros && is_digit(a[at]) != is_digit(b[at]))
        return is_digit(a[at]) ? -1 : 1;
    return difference;
}

/* Exchanges the bytes of each pair. */
void swab(const void *from, void *to, long n) {
    const char *in = from;
    char *out = to;

    for (long i = 0; i + 1 < n; i += 2) {
        char c = in[i];

        out[i] = in[i + 1];
        out[i + 1] = c;
    }
}

char *__stpcpy(char *to, const char *from) {
    return stpcpy(to, from);
}

void *__mempcpy(void *to, const void *from, size_t n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

void *__rawmemchr(const void *memory, int byte) {
    const unsigned char *at = memory;

    while (*at != (unsigned char)byte)
        at++;
    return (void *)at;
}

int system(const char *command) {
    (void)command;
    symir_unsupported("system");
}

/* `name=value` and the rest of a list that commas separate. */
int getsubopt(char **rest, char *const *names, char **value) {
    char *begin = *rest, *end = begin, *equals = NULL;

    *value = NULL;
    if (*begin == '\0')
        return -1;
    for (; *end != '\0' && *end != ','; end++)
        if (*end == '=' && equals == NULL)
            equals = end;
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    size_t length = (size_t)((equals == NULL ? end : equals) - begin);
    for (int i = 0; names[i] != NULL; i++) {
        size_t n = 0;

        while (n < length && names[i][n] == begin[n])
            n++;
        if (n == length && names[i][n] == '\0') {
            *value = equals == NULL ? NULL : equals + 1;
            return i;
        }
    }
    *value = begin;
    return -1;
}
