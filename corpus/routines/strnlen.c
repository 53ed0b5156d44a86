/*
 * strnlen: the number of characters in s before its terminator, but at most
 * max. It never reads more than max bytes, so s needs no terminator when its
 * buffer has that many.
 */
#include <stddef.h>

size_t strnlen(const char *s, size_t max) {
    size_t length = 0;

    while (length < max && s[length] != '\0')
        length++;
    return length;
}
