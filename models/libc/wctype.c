/*
 * Models of wctype.h in the "C" locale: classes and cases of ASCII, and none of
 * other characters.
 */
#include <stdbool.h>
#include <stddef.h>

typedef unsigned wint;

static bool is_between(wint c, wint first, wint last) {
    return c >= first && c <= last;
}

#define CLASSES(X) \
    X(alnum, is_between(c, '0', '9') || is_between(c, 'A', 'Z') || is_between(c, 'a', 'z')) \
    X(alpha, is_between(c, 'A', 'Z') || is_between(c, 'a', 'z')) \
    X(blank, c == ' ' || c == '\t') \
    X(cntrl, c <= 0x1f || c == 0x7f) \
    X(digit, is_between(c, '0', '9')) \
    X(graph, is_between(c, '!', '~')) \
    X(lower, is_between(c, 'a', 'z')) \
    X(print, is_between(c, ' ', '~')) \
    X(punct, is_between(c, '!', '~') && !is_between(c, '0', '9') && !is_between(c, 'A', 'Z') \
                 && !is_between(c, 'a', 'z')) \
    X(space, c == ' ' || is_between(c, '\t', '\r')) \
    X(upper, is_between(c, 'A', 'Z')) \
    X(xdigit, is_between(c, '0', '9') || is_between(c, 'A', 'F') || is_between(c, 'a', 'f'))

#define FUNCTION(name, condition) \
    static bool is_##name(wint c) { \
        return condition; \
    } \
    int isw##name(wint c) { \
        return is_##name(c); \
    }

CLASSES(FUNCTION)

static wint lower(wint c) {
    return is_upper(c) ? c + ('a' - 'A') : c;
}

static wint upper(wint c) {
    return is_lower(c) ? c - ('a' - 'A') : c;
}

wint towlower(wint c) {
    return lower(c);
}

wint towupper(wint c) {
    return upper(c);
}

/* Classes by name: numbers from 1 on. */

struct class {
    const char *name;
    bool (*contains)(wint c);
};

#define ENTRY(name, condition) {#name, is_##name},

static const struct class classes[] = {CLASSES(ENTRY)};

enum { N_CLASSES = sizeof classes / sizeof *classes };

static bool are_equal(const char *a, const char *b) {
    for (; *a == *b; a++, b++)
        if (*a == '\0')
            return true;
    return false;
}

unsigned long wctype(const char *name) {
    for (int i = 0; i < N_CLASSES; i++)
        if (are_equal(classes[i].name, name))
            return (unsigned long)i + 1;
    return 0;
}

int iswctype(wint c, unsigned long class) {
    return class >= 1 && class <= N_CLASSES && classes[class - 1].contains(c);
}

static const int mappings[] = {1, 2};

const int *wctrans(const char *name) {
    if (are_equal(name, "tolower"))
        return &mappings[0];
    return are_equal(name, "toupper") ? &mappings[1] : NULL;
}

wint towctrans(wint c, const int *mapping) {
    if (mapping == &mappings[0])
        return lower(c);
    return mapping == &mappings[1] ? upper(c) : c;
}
