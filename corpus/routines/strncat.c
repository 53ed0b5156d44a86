/*
 * strncat: appends at most n characters of src to the string in dst, and
 * always a terminator after them: up to n + 1 bytes. Returns dst.
 */
#include <stddef.h>

char *strncat(char *dst, const char *src, size_t n) {
    char *end = dst;

    while (*end != '\0')
        end++;
    for (; n > 0 && *src != '\0'; n--)
        *end++ = *src++;
    *end = '\0';
    return dst;
}
