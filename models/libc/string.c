/*
 * Models of string.h: what measures, copies, compares, searches and cuts
 * strings, in the "C" locale. A comparison gives the difference of the first
 * characters that differ, as glibc does; C itself promises only the sign.
 *
 * Functions do not call each other by their public names, so that a program
 * may bring its own version of one without changing the others.
 */
#include <stdbool.h>
#include <stddef.h>

void *malloc(size_t size);
void *memcpy(void *to, const void *from, size_t n);

static size_t length_of(const char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

/* The characters before the terminator, and at most `most`. */
static size_t length_within(const char *s, size_t most) {
    size_t n = 0;

    while (n < most && s[n] != '\0')
        n++;
    return n;
}

/* Copies with the terminator; returns where that went. */
static char *copy(char *to, const char *from) {
    while (*from != '\0')
        *to++ = *from++;
    *to = '\0';
    return to;
}

static int difference(const char *a, const char *b) {
    while (*a == *b && *a != '\0') {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

static bool is_one_of(char c, const char *set) {
    for (; *set != '\0'; set++)
        if (*set == c)
            return true;
    return false;
}

/* The characters at the beginning of `s` that are in the set, or are not. */
static size_t span(const char *s, const char *set, bool in_set) {
    size_t n = 0;

    while (s[n] != '\0' && is_one_of(s[n], set) == in_set)
        n++;
    return n;
}

/* Measuring. */

size_t strlen(const char *s) {
    return length_of(s);
}

size_t strnlen(const char *s, size_t most) {
    return length_within(s, most);
}

size_t strspn(const char *s, const char *accepted) {
    return span(s, accepted, true);
}

size_t strcspn(const char *s, const char *rejected) {
    return span(s, rejected, false);
}

/* Copying. */

char *strcpy(char *to, const char *from) {
    copy(to, from);
    return to;
}

char *stpcpy(char *to, const char *from) {
    return copy(to, from);
}

/* Fills up with terminators, and sets none if `from` is too long. Returns the
 * first terminator in `to`, or its end. */
static char *copy_padded(char *to, const char *from, size_t n) {
    size_t i = 0;

    for (; i < n && from[i] != '\0'; i++)
        to[i] = from[i];
    char *end = to + i;
    for (; i < n; i++)
        to[i] = '\0';
    return end;
}

char *strncpy(char *to, const char *from, size_t n) {
    copy_padded(to, from, n);
    return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
    return copy_padded(to, from, n);
}

char *strcat(char *to, const char *from) {
    copy(to + length_of(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t n) {
    char *end = to + length_of(to);

    while (n-- > 0 && *from != '\0')
        *end++ = *from++;
    *end = '\0';
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = length_of(from);

    if (size > 0) {
        size_t n = length < size ? length : size - 1;

        memcpy(to, from, n);
        to[n] = '\0';
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t used = length_within(to, size), length = length_of(from);

    if (used < size) {
        size_t room = size - used - 1;
        size_t n = length < room ? length : room;

        memcpy(to + used, from, n);
        to[used + n] = '\0';
    }
    return used + length;
}

static char *duplicate(const char *s, size_t length) {
    char *copied = malloc(length + 1);

    if (copied != NULL) {
        memcpy(copied, s, length);
        copied[length] = '\0';
    }
    return copied;
}

char *strdup(const char *s) {
    return duplicate(s, length_of(s));
}

char *__strdup(const char *s) {
    return duplicate(s, length_of(s));
}

char *strndup(const char *s, size_t most) {
    return duplicate(s, length_within(s, most));
}

char *__strndup(const char *s, size_t most) {
    return duplicate(s, length_within(s, most));
}

/* Copies at most `size` characters and returns the length of the whole, as the
 * "C" locale changes none. */
size_t strxfrm(char *to, const char *from, size_t size) {
    size_t length = length_of(from);

    if (size > 0)
        memcpy(to, from, length < size ? length + 1 : size);
    return length;
}

/* Comparing. */

int strcmp(const char *a, const char *b) {
    return difference(a, b);
}

int strcoll(const char *a, const char *b) {
    return difference(a, b);
}

int strncmp(const char *a, const char *b, size_t n) {
    for (; n > 0; n--, a++, b++) {
        if (*a != *b)
            return (unsigned char)*a - (unsigned char)*b;
        if (*a == '\0')
            return 0;
    }
    return 0;
}

/* Searching. */

char *strchr(const char *s, int wanted) {
    for (; *s != (char)wanted; s++)
        if (*s == '\0')
            return NULL;
    return (char *)s;
}

char *index(const char *s, int wanted) {
    for (; *s != (char)wanted; s++)
        if (*s == '\0')
            return NULL;
    return (char *)s;
}

char *strchrnul(const char *s, int wanted) {
    while (*s != (char)wanted && *s != '\0')
        s++;
    return (char *)s;
}

static char *last(const char *s, char wanted) {
    const char *found = NULL;

    for (;; s++) {
        if (*s == wanted)
            found = s;
        if (*s == '\0')
            return (char *)found;
    }
}

char *strrchr(const char *s, int wanted) {
    return last(s, (char)wanted);
}

char *rindex(const char *s, int wanted) {
    return last(s, (char)wanted);
}

char *strpbrk(const char *s, const char *set) {
    s += span(s, set, false);
    return *s == '\0' ? NULL : (char *)s;
}

static bool begins_with(const char *s, const char *head) {
    while (*head != '\0')
        if (*s++ != *head++)
            return false;
    return true;
}

char *strstr(const char *s, const char *wanted) {
    for (;; s++) {
        if (begins_with(s, wanted))
            return (char *)s;
        if (*s == '\0')
            return NULL;
    }
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool begins_with_any_case(const char *s, const char *head) {
    while (*head != '\0')
        if (lower(*s++) != lower(*head++))
            return false;
    return true;
}

char *strcasestr(const char *s, const char *wanted) {
    for (;; s++) {
        if (begins_with_any_case(s, wanted))
            return (char *)s;
        if (*s == '\0')
            return NULL;
    }
}

/* Cutting. */

static char *next_token(char *s, const char *separators, char **rest) {
    if (s == NULL)
        s = *rest;
    s += span(s, separators, true);
    if (*s == '\0') {
        *rest = s;
        return NULL;
    }
    char *end = s + span(s, separators, false);
    if (*end != '\0')
        *end++ = '\0';
    *rest = end;
    return s;
}

char *strtok_r(char *s, const char *separators, char **rest) {
    return next_token(s, separators, rest);
}

char *__strtok_r(char *s, const char *separators, char **rest) {
    return next_token(s, separators, rest);
}

char *strtok(char *s, const char *separators) {
    static char *rest;

    if (s == NULL && rest == NULL)
        return NULL;
    return next_token(s, separators, &rest);
}

char *strsep(char **rest, const char *separators) {
    char *begin = *rest;

    if (begin == NULL)
        return NULL;
    char *end = begin + span(begin, separators, false);
    if (*end == '\0') {
        *rest = NULL;
    } else {
        *end = '\0';
        *rest = end + 1;
    }
    return begin;
}

/* The part of a path behind its last slash, as GNU has it. */
char *basename(const char *path) {
    const char *slash = last(path, '/');

    return (char *)(slash == NULL ? path : slash + 1);
}
