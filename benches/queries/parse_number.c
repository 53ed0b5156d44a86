/* A decimal or hexadecimal number with a sign, refused where it does not fit 32 bits: what number parsers ask. */
#include "symir.h"
#include <limits.h>

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

int parse_number(const char *text, int *number)
{
    int is_negative = 0, base = 10, n_digits = 0;
    unsigned long value = 0;
    if (*text == '-' || *text == '+')
        is_negative = *text++ == '-';
    if (text[0] == '0' && (text[1] | 0x20) == 'x') {
        base = 16;
        text += 2;
    }
    for (; digit_of(*text) < base; text++, n_digits++) {
        if (value > (ULONG_MAX - digit_of(*text)) / base)
            return -2;
        value = value * base + digit_of(*text);
        if (value > INT_MAX)
            return -2;
    }
    if (n_digits == 0 || *text != '\0')
        return -1;
    *number = is_negative ? -(int)value : (int)value;
    return 0;
}

int main(void)
{
    char text[9];
    int number = 0;
    symir_string(text, sizeof text, "text");
    SYMIR_TEST(parse_number, text, &number);
}
