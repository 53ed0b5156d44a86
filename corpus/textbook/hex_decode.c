/* Bytes are read from hexadecimal digits. */
#include <stddef.h>

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Returns how many bytes there are, or -1 if the text has an odd length or another character. */
int decode_hex(const char *text, unsigned char *bytes, size_t room) {
    size_t n = 0;

    for (; text[0] != '\0'; text += 2) {
        int high = digit_of(text[0]), low = digit_of(text[1]);

        if (high < 0 || low < 0 || n == room)
            return -1;
        bytes[n++] = (unsigned char)(16 * high + low);
    }
    return (int)n;
}
