/*
 * Models of wchar.h: more of copying, comparing, searching and cutting wide
 * strings, and numbers from them.
 */
#include "machine.h"

enum { MOST_BYTE = 0x7f };

static size_t length_of(const wchar_t *s) {
    size_t n = 0;

    while (s[n] != L'\0')
        n++;
    return n;
}

static bool is_one_of(wchar_t c, const wchar_t *set) {
    for (; *set != L'\0'; set++)
        if (*set == c)
            return true;
    return false;
}

static size_t span(const wchar_t *s, const wchar_t *set, bool in_set) {
    size_t n = 0;

    while (s[n] != L'\0' && is_one_of(s[n], set) == in_set)
        n++;
    return n;
}

static wchar_t *copy(wchar_t *to, const wchar_t *from) {
    while (*from != L'\0')
        *to++ = *from++;
    *to = L'\0';
    return to;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
    return copy(to, from);
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
    size_t i = 0;

    for (; i < n && from[i] != L'\0'; i++)
        to[i] = from[i];
    wchar_t *end = to + i;
    for (; i < n; i++)
        to[i] = L'\0';
    return end;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
    wchar_t *end = to + length_of(to);

    while (n-- > 0 && *from != L'\0')
        *end++ = *from++;
    *end = L'\0';
    return to;
}

size_t wcslcpy(wchar_t *to, const wchar_t *from, size_t size) {
    size_t length = length_of(from), i = 0;

    for (; i + 1 < size && i < length; i++)
        to[i] = from[i];
    if (size > 0)
        to[i] = L'\0';
    return length;
}

size_t wcslcat(wchar_t *to, const wchar_t *from, size_t size) {
    size_t used = 0, length = length_of(from), i = 0;

    while (used < size && to[used] != L'\0')
        used++;
    for (; used + i + 1 < size && i < length; i++)
        to[used + i] = from[i];
    if (used < size)
        to[used + i] = L'\0';
    return used + length;
}

wchar_t *wcsdup(const wchar_t *s) {
    wchar_t *copied = malloc((length_of(s) + 1) * sizeof *s);

    if (copied != NULL)
        copy(copied, s);
    return copied;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) {
    memcpy(to, from, n * sizeof *to);
    return to + n;
}

/* Comparing. */

static wchar_t lower(wchar_t c) {
    return c >= L'A' && c <= L'Z' ? c + (L'a' - L'A') : c;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
    while (lower(*a) == lower(*b) && *a != L'\0') {
        a++;
        b++;
    }
    return lower(*a) < lower(*b) ? -1 : lower(*a) > lower(*b);
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (; n > 0; n--, a++, b++) {
        if (lower(*a) != lower(*b))
            return lower(*a) < lower(*b) ? -1 : 1;
        if (*a == L'\0')
            return 0;
    }
    return 0;
}

int wcscoll(const wchar_t *a, const wchar_t *b) {
    while (*a == *b && *a != L'\0') {
        a++;
        b++;
    }
    return *a < *b ? -1 : *a > *b;
}

size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t size) {
    size_t length = length_of(from);

    if (size > 0)
        memcpy(to, from, (length < size ? length + 1 : size) * sizeof *to);
    return length;
}

/* Searching. */

size_t wcsspn(const wchar_t *s, const wchar_t *accepted) {
    return span(s, accepted, true);
}

size_t wcscspn(const wchar_t *s, const wchar_t *rejected) {
    return span(s, rejected, false);
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
    s += span(s, set, false);
    return *s == L'\0' ? NULL : (wchar_t *)s;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t wanted) {
    while (*s != wanted && *s != L'\0')
        s++;
    return (wchar_t *)s;
}

static bool begins_with(const wchar_t *s, const wchar_t *head) {
    while (*head != L'\0')
        if (*s++ != *head++)
            return false;
    return true;
}

static wchar_t *find(const wchar_t *s, const wchar_t *wanted) {
    for (;; s++) {
        if (begins_with(s, wanted))
            return (wchar_t *)s;
        if (*s == L'\0')
            return NULL;
    }
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *wanted) {
    return find(s, wanted);
}

wchar_t *wcswcs(const wchar_t *s, const wchar_t *wanted) {
    return find(s, wanted);
}

wchar_t *wcstok(wchar_t *s, const wchar_t *separators, wchar_t **rest) {
    if (s == NULL)
        s = *rest;
    if (s == NULL)
        return NULL;
    s += span(s, separators, true);
    if (*s == L'\0') {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = s + span(s, separators, false);
    if (*end == L'\0') {
        *rest = NULL;
    } else {
        *end = L'\0';
        *rest = end + 1;
    }
    return s;
}

/* How many columns: one for what can be printed. */

static int columns(wchar_t c) {
    return c == L'\0' ? 0 : c >= L' ' && c <= L'~' ? 1 : -1;
}

int wcwidth(wchar_t c) {
    return columns(c);
}

int wcswidth(const wchar_t *s, size_t n) {
    int sum = 0;

    for (; n > 0 && *s != L'\0'; n--, s++) {
        int width = columns(*s);

        if (width < 0)
            return -1;
        sum += width;
    }
    return sum;
}

/* Numbers: what could belong to one is ASCII, so that it is read as a string
 * of bytes, which ends where something else begins. */

long strtol(const char *s, char **end, int base);
unsigned long strtoul(const char *s, char **end, int base);
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
long double strtold(const char *s, char **end);

static char *as_bytes(const wchar_t *s) {
    size_t n = 0;

    while (s[n] > 0 && s[n] <= MOST_BYTE)
        n++;
    char *bytes = malloc(n + 1);
    if (bytes == NULL)
        symir_unsupported("a number from a wide string without memory");
    for (size_t i = 0; i < n; i++)
        bytes[i] = (char)s[i];
    bytes[n] = '\0';
    return bytes;
}

#define NUMBER(type, name, call) \
    char *bytes = as_bytes(s), *behind; \
    type number = call; \
    if (end != NULL) \
        *end = (wchar_t *)s + (behind - bytes); \
    free(bytes); \
    return number

#define INTEGER(type, name, reader) \
    type name(const wchar_t *s, wchar_t **end, int base) { \
        NUMBER(type, name, reader(bytes, &behind, base)); \
    } \
    type __isoc23_##name(const wchar_t *s, wchar_t **end, int base) { \
        NUMBER(type, name, __isoc23_##reader(bytes, &behind, base)); \
    }

#define FLOAT(type, name, reader) \
    type name(const wchar_t *s, wchar_t **end) { \
        NUMBER(type, name, reader(bytes, &behind)); \
    }

long __isoc23_strtol(const char *s, char **end, int base);
unsigned long __isoc23_strtoul(const char *s, char **end, int base);

INTEGER(long, wcstol, strtol)
INTEGER(long long, wcstoll, strtol)
INTEGER(intmax_t, wcstoimax, strtol)
INTEGER(unsigned long, wcstoul, strtoul)
INTEGER(unsigned long long, wcstoull, strtoul)
INTEGER(uintmax_t, wcstoumax, strtoul)
FLOAT(double, wcstod, strtod)
FLOAT(float, wcstof, strtof)
FLOAT(long double, wcstold, strtold)
