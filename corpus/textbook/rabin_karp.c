/* Rabin and Karp: a pattern is looked for by a hash that rolls over the text. */
#include <string.h>

#define BASE 31u

int find(const char *text, const char *pattern) {
    size_t n = strlen(text), m = strlen(pattern);
    unsigned wanted = 0, hash = 0, highest = 1;

    if (m > n)
        return -1;
    for (size_t i = 0; i < m; i++) {
        wanted = BASE * wanted + (unsigned char)pattern[i];
        hash = BASE * hash + (unsigned char)text[i];
        if (i > 0)
            highest *= BASE;
    }
    for (size_t i = 0;; i++) {
        if (hash == wanted && memcmp(text + i, pattern, m) == 0)
            return (int)i;
        if (i + m >= n)
            return -1;
        hash = BASE * (hash - highest * (unsigned char)text[i]) + (unsigned char)text[i + m];
    }
}
