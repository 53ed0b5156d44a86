/*
 * strcmp: compares two strings character by character, as unsigned char. The
 * result is -1, 0 or 1 as a sorts before b, equals it or sorts after it; C
 * itself only promises the sign.
 */

int strcmp(const char *a, const char *b) {
    while (*a == *b) {
        if (*a == '\0')
            return 0;
        a++;
        b++;
    }
    return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
}
