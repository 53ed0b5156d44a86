/* A parser of numbers with signs and bases, as people write them. */
#include "symir.h"

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return 99;
}

int parse(const char *text, int *value)
{
    int base = 10, sign = 1, n = 0;
    const char *start;

    if (*text == '-' || *text == '+')
        sign = *text++ == '-' ? -1 : 1;
    if (text[0] == '0' && text[1] == 'x') {
        base = 16;
        text += 2;
    }
    for (start = text; digit(*text) < base; text++)
        n = n * base + digit(*text);
    if (text == start) {
        return -1;
    } else if (*text) {
        return 1;
    }
    *value = sign * n;
    return 0;
}

int main(void)
{
    char text[4];
    int value = 0;

    symir_string(text, sizeof text, "text");
    SYMIR_TEST(parse, text, &value);
}
