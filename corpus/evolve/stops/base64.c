/* Text that is base64 of three bytes, and what they add up to when it is decoded and encoded again. */
#include "symir.h"
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int digit(char letter) {
    const char *at = letter ? strchr(letters, letter) : 0;
    return at ? (int)(at - letters) : -1;
}

int round_trip(const char *text) {
    unsigned word = 0;
    char again[5] = {0};
    if (strlen(text) != 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int value = digit(text[i]);
        if (value < 0)
            return -2;
        word = word << 6 | (unsigned)value;
    }
    for (int i = 0; i < 4; i++)
        again[i] = letters[word >> (18 - 6 * i) & 63];
    if (strcmp(text, again) != 0)
        return -3;
    unsigned sum = (word >> 16) + (word >> 8 & 255) + (word & 255);
    if (sum == 600)
        return 2;
    return sum % 97 == 13;
}

int main(void) {
    const char *text = symir_text(5, "text");
    SYMIR_TEST(round_trip, text);
}
