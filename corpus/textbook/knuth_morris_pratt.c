/* Knuth, Morris and Pratt: the first place of a pattern in a text, or -1. */
#include <string.h>

#define LONGEST 16

static void failures(const char *pattern, int n, int *failure) {
    int length = 0;

    failure[0] = 0;
    for (int i = 1; i < n; i++) {
        while (length > 0 && pattern[i] != pattern[length])
            length = failure[length - 1];
        if (pattern[i] == pattern[length])
            length++;
        failure[i] = length;
    }
}

int find(const char *text, const char *pattern) {
    int failure[LONGEST];
    int n = (int)strlen(pattern), length = 0;

    if (n == 0)
        return 0;
    if (n > LONGEST)
        return -1;
    failures(pattern, n, failure);
    for (int i = 0; text[i] != '\0'; i++) {
        while (length > 0 && text[i] != pattern[length])
            length = failure[length - 1];
        if (text[i] == pattern[length])
            length++;
        if (length == n)
            return i + 1 - n;
    }
    return -1;
}
