/* A string is reversed in place, and its words are, so that they stand in reverse order. */
#include <string.h>

static void reverse(char *begin, char *end) {
    while (begin + 1 < end) {
        char c = *begin;

        *begin++ = *--end;
        *end = c;
    }
}

void reverse_string(char *s) {
    reverse(s, s + strlen(s));
}

void reverse_words(char *s) {
    char *begin = s;

    reverse_string(s);
    for (; *s != '\0'; s++) {
        if (*s == ' ') {
            reverse(begin, s);
            begin = s + 1;
        }
    }
    reverse(begin, s);
}
