/*
 * strncmp: compares at most n characters of two strings, as unsigned char.
 * The result is -1, 0 or 1 as a sorts before b, equals it or sorts after it;
 * C itself only promises the sign. No characters at all are equal.
 */
#include <stddef.h>

int strncmp(const char *a, const char *b, size_t n) {
    for (; n > 0; n--) {
        if (*a != *b)
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        if (*a == '\0')
            return 0;
        a++;
        b++;
    }
    return 0;
}
