/* A decimal number with a sign is read; what is too large or no number is refused. */
#include <limits.h>

int parse_integer(const char *s, int *result) {
    int is_negative = 0, value = 0;

    while (*s == ' ')
        s++;
    if (*s == '-' || *s == '+')
        is_negative = *s++ == '-';
    if (*s == '\0')
        return 0;
    for (; *s != '\0'; s++) {
        int digit = *s - '0';

        if (digit < 0 || digit > 9)
            return 0;
        if (value > (INT_MAX - digit) / 10)
            return 0;
        value = 10 * value + digit;
    }
    *result = is_negative ? -value : value;
    return 1;
}
