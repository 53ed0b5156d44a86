/*
 * Functions that read texts. Their mistakes show only with characters on the borders of ranges, and in texts that are
 * right but for one character.
 */
#include <stddef.h>

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* `23:59` in minutes. */
int minutes_of(const char *s) {
    if (!is_digit(s[0]) || !is_digit(s[1]) || s[2] != ':' || !is_digit(s[3]) || !is_digit(s[4]) || s[5]) {
        return -1;
    }
    int hours = (s[0] - '0') * 10 + (s[1] - '0');
    int minutes = (s[3] - '0') * 10 + (s[4] - '0');
    return hours > 23 || minutes > 59 ? -1 : hours * 60 + minutes;
}

/* How many characters of an identifier a text begins with. */
size_t identifier_length(const char *s) {
    size_t n = 1;
    if (!(s[0] >= 'a' && s[0] <= 'z')) {
        return 0;
    }
    while ((s[n] >= 'a' && s[n] <= 'z') || s[n] == '_') {
        n++;
    }
    return n;
}

/* An octal number. */
unsigned octal_of(const char *s) {
    unsigned n = 0;
    while (*s >= '0' && *s <= '7') {
        n = n * 8 + (unsigned)(*s++ - '0');
    }
    return n;
}
