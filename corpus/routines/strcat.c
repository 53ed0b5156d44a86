/*
 * strcat: appends src to the string in dst and returns dst. The caller makes
 * sure that dst has room for both and one terminator.
 */

char *strcat(char *dst, const char *src) {
    char *end = dst;

    while (*end != '\0')
        end++;
    while (*src != '\0')
        *end++ = *src++;
    *end = '\0';
    return dst;
}
