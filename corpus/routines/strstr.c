/*
 * strstr: where find first occurs in s, or null when it does not. The empty
 * string occurs at the beginning of every string.
 */
#include <stdbool.h>
#include <stddef.h>

static bool starts_with(const char *s, const char *prefix) {
    while (*prefix != '\0') {
        if (*s != *prefix)
            return false;
        s++;
        prefix++;
    }
    return true;
}

char *strstr(const char *s, const char *find) {
    if (*find == '\0')
        return (char *)s;

    for (; *s != '\0'; s++) {
        if (starts_with(s, find))
            return (char *)s;
    }
    return NULL;
}
