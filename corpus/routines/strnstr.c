/*
 * strnstr: where find first lies completely within the first slen bytes of s,
 * or null when it does not. The empty string is found at s itself. As in the
 * kernel, s is slen bytes and no terminator ends it: all of them must be
 * readable, and what follows a NUL among them is searched too (BSD stops there).
 */
#include <stdbool.h>
#include <stddef.h>

static size_t length_of(const char *s) {
    size_t length = 0;

    while (s[length] != '\0')
        length++;
    return length;
}

static bool same_bytes(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return false;
    }
    return true;
}

char *strnstr(const char *s, const char *find, size_t slen) {
    size_t length = length_of(find);

    for (; slen >= length; slen--) {
        if (same_bytes(s, find, length))
            return (char *)s;
        s++;
    }
    return NULL;
}
