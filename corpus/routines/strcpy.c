/*
 * strcpy: copies src with its terminator to dst and returns dst. The caller
 * makes sure that dst has room for it and that the two do not overlap.
 */

char *strcpy(char *dst, const char *src) {
    char *to = dst;

    while (*src != '\0')
        *to++ = *src++;
    *to = '\0';
    return dst;
}
