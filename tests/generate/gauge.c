/*
 * Arithmetic in which a mistake by one changes few results: percent of a range, digits in two halves of a byte, a field
 * of bits, and a limit on what is computed.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* How full a battery is, from its voltage in millivolts. */
int percent(uint16_t millivolts) {
    if (millivolts <= 3300)
        return 0;
    if (millivolts >= 4200)
        return 100;
    return (millivolts - 3300) * 100 / 900;
}

/* Whether two digits are a minute, and which. */
bool minute(uint8_t tens, uint8_t ones, int *out) {
    *out = tens * 10 + ones;
    return *out < 60;
}

/* Writes four bits of a register. */
uint32_t set_mode(uint32_t mode_register, unsigned pin, unsigned mode) {
    unsigned shift = (pin & 7) * 4;

    mode_register &= ~(0xfu << shift);
    return mode_register | (mode & 0xfu) << shift;
}

/* The length of a frame is from 1 to 16. */
int frame_length(uint8_t length) {
    if (length == 0 || length > 16)
        return -1;
    return length;
}

/* What the C library gives here is a sign, or that something is so. */
int compare_keys(const char *a, const char *b) {
    return strcmp(a, b);
}

int is_digit(char c) {
    return isdigit((unsigned char)c);
}

/* A key has up to 15 letters. */
int key_fits(const char *line) {
    const char *equals = strchr(line, '=');

    if (equals == NULL)
        return -1;
    if (equals - line > 15)
        return 0;
    return 1;
}
