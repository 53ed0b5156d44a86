/*
 * strncpy: writes exactly n bytes to dst: the characters of src, then as many
 * zeros as are left. When src has n characters or more, dst gets no
 * terminator. Returns dst.
 */
#include <stddef.h>

char *strncpy(char *dst, const char *src, size_t n) {
    size_t i;

    for (i = 0; i < n && src[i] != '\0'; i++)
        dst[i] = src[i];
    for (; i < n; i++)
        dst[i] = '\0';
    return dst;
}
