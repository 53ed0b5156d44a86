/* Base64 of some bytes. */
#include <stddef.h>
#include <stdint.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Returns the length of the text, or 0 if there is no room for it. */
size_t encode_base64(const uint8_t *bytes, size_t n, char *text, size_t room) {
    size_t length = 0;

    if (n > 48 || (n + 2) / 3 * 4 >= room)
        return 0;
    for (; n > 0; bytes += 3) {
        uint32_t group = (uint32_t)bytes[0] << 16;

        if (n > 1)
            group |= (uint32_t)bytes[1] << 8;
        if (n > 2)
            group |= bytes[2];
        text[length++] = alphabet[group >> 18];
        text[length++] = alphabet[group >> 12 & 63];
        text[length++] = n > 1 ? alphabet[group >> 6 & 63] : '=';
        text[length++] = n > 2 ? alphabet[group & 63] : '=';
        n -= n < 3 ? n : 3;
        if (n == 0)
            break;
    }
    text[length] = '\0';
    return length;
}
