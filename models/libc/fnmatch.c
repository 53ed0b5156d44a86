/*
 * A model of fnmatch.h: names against the patterns of the shell, in the "C"
 * locale.
 */
#include "machine.h"

enum { WITH_PATHS = 1, WITHOUT_ESCAPES = 2, WITH_PERIODS = 4, LEADING_FOLDERS = 8, FOLDS_CASE = 16, EXTENDED = 32 };

enum { DIFFERS = 1 };

struct names {
    const char *begin;
    int flags;
};

static int fold(const struct names *names, int c) {
    return (names->flags & FOLDS_CASE) != 0 && c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static bool begins_with(const char *s, const char *head) {
    while (*head != '\0')
        if (*s++ != *head++)
            return false;
    return true;
}

/* Whether a period here must be matched by a period of the pattern. */
static bool is_hidden(const struct names *names, const char *at) {
    if ((names->flags & WITH_PERIODS) == 0 || *at != '.')
        return false;
    return at == names->begin || ((names->flags & WITH_PATHS) != 0 && at[-1] == '/');
}

static bool is_between(int c, int low, int high) {
    return c >= low && c <= high;
}

/* Whether a character is in the class of a name such as `alpha:]`; -1 if there
 * is no such class. */
static int is_in_class(int c, const char *name, const char **behind) {
    static const char *const classes[] = {
        "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit",
    };
    bool is_lower = is_between(c, 'a', 'z'), is_upper = is_between(c, 'A', 'Z'), is_digit = is_between(c, '0', '9');
    bool is_graphic = is_between(c, '!', '~'), is_alphanumeric = is_lower || is_upper || is_digit;
    bool answers[] = {
        is_alphanumeric,
        is_lower || is_upper,
        c == ' ' || c == '\t',
        is_between(c, 0, 31) || c == 127,
        is_digit,
        is_graphic,
        is_lower,
        is_graphic || c == ' ',
        is_graphic && !is_alphanumeric,
        c == ' ' || is_between(c, '\t', '\r'),
        is_upper,
        is_digit || is_between(c, 'a', 'f') || is_between(c, 'A', 'F'),
    };

    for (int i = 0; i < 12; i++)
        if (begins_with(name, classes[i])) {
            const char *end = name + (i == 11 ? 6 : 5);

            if (end[0] == ':' && end[1] == ']') {
                *behind = end + 2;
                return answers[i];
            }
        }
    return -1;
}

/* How a bracket expression fits a character. */
enum fit { FITS, FITS_NOT, IS_NONE };

/* `pattern` is behind the bracket, and goes to behind the closing one. */
static enum fit bracket(const struct names *names, const char **pattern, unsigned char character) {
    const char *at = *pattern;
    bool is_complement = *at == '!' || *at == '^', is_member = false;
    int c = fold(names, character);

    at += is_complement;
    for (bool is_first = true; is_first || *at != ']'; is_first = false) {
        const char *behind;

        if (*at == '\0')
            return IS_NONE;
        if ((names->flags & WITH_PATHS) != 0 && *at == '/')
            return IS_NONE;
        if (at[0] == '[' && at[1] == ':') {
            int answer = is_in_class(character, at + 2, &behind);

            if (answer >= 0) {
                is_member |= answer != 0;
                at = behind;
                continue;
            }
            const char *end = at + 2;
            while (*end >= 'a' && *end <= 'z')
                end++;
            if (end[0] == ':' && end[1] == ']') {
                *pattern = at;
                return FITS_NOT;
            }
        }
        if (at[0] == '[' && (at[1] == '.' || at[1] == '=') && at[2] != '\0' && at[3] == at[1] && at[4] == ']') {
            is_member |= fold(names, (unsigned char)at[2]) == c;
            at += 5;
            continue;
        }
        if (*at == '\\' && (names->flags & WITHOUT_ESCAPES) == 0) {
            at++;
            if (*at == '\0')
                return IS_NONE;
        }
        int low = fold(names, (unsigned char)*at++), high = low;
        if (at[0] == '-' && at[1] != ']' && at[1] != '\0') {
            at++;
            if (*at == '\\' && (names->flags & WITHOUT_ESCAPES) == 0)
                at++;
            if (*at == '\0')
                return IS_NONE;
            high = fold(names, (unsigned char)*at++);
        }
        is_member |= (c >= low) & (c <= high);
    }
    *pattern = at + 1;
    return is_member != is_complement ? FITS : FITS_NOT;
}

static int match(const struct names *names, const char *pattern, const char *at) {
    bool has_paths = (names->flags & WITH_PATHS) != 0;

    for (; *pattern != '\0'; at++) {
        char kind = *pattern++;

        switch (kind) {
        case '?':
            if (*at == '\0' || (has_paths && *at == '/') || is_hidden(names, at))
                return DIFFERS;
            break;
        case '*':
            if (is_hidden(names, at))
                return DIFFERS;
            while (*pattern == '*')
                pattern++;
            for (;; at++) {
                if (match(names, pattern, at) == 0)
                    return 0;
                if (*at == '\0' || (has_paths && *at == '/'))
                    return DIFFERS;
            }
        case '[': {
            const char *behind = pattern;

            if (*at == '\0' || (has_paths && *at == '/') || is_hidden(names, at))
                return DIFFERS;
            enum fit fit = bracket(names, &behind, (unsigned char)*at);
            if (fit == FITS_NOT)
                return DIFFERS;
            if (fit == FITS)
                pattern = behind;
            else if (*at != '[')
                return DIFFERS;
            break;
        }
        case '\\':
            if ((names->flags & WITHOUT_ESCAPES) == 0) {
                if (*pattern == '\0')
                    return DIFFERS;
                kind = *pattern++;
            }
            /* fall through */
        default:
            if (fold(names, (unsigned char)kind) != fold(names, (unsigned char)*at) || *at == '\0')
                return DIFFERS;
        }
    }
    return *at == '\0' || ((names->flags & LEADING_FOLDERS) != 0 && *at == '/') ? 0 : DIFFERS;
}

int fnmatch(const char *pattern, const char *name, int flags) {
    struct names names = {name, flags};

    if ((flags & EXTENDED) != 0)
        symir_unsupported("fnmatch with extended patterns");
    return match(&names, pattern, name);
}
