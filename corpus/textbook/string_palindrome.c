/* Whether the letters of a string read the same backwards, whatever their case. */
#include <string.h>

static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int is_palindrome(const char *s) {
    const char *end = s + strlen(s);

    while (s < end) {
        if (!is_letter(*s)) {
            s++;
        } else if (!is_letter(end[-1])) {
            end--;
        } else {
            if ((*s | 32) != (end[-1] | 32))
                return 0;
            s++;
            end--;
        }
    }
    return 1;
}
