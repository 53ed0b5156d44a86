/* A number is written in a base from 2 to 16. */
#include <stddef.h>

/* Returns the number of characters, or 0 if the base is none or there is no room. */
size_t format_integer(unsigned short number, unsigned base, char *text, size_t room) {
    char digits[16];
    size_t n = 0;

    if (base < 2 || base > 16)
        return 0;
    do {
        digits[n++] = "0123456789abcdef"[number % base];
        number = (unsigned short)(number / base);
    } while (number != 0);
    if (n + 1 > room)
        return 0;
    for (size_t i = 0; i < n; i++)
        text[i] = digits[n - 1 - i];
    text[n] = '\0';
    return n;
}
