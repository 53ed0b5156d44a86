/* What functions do depends on whether addresses are multiples of a number. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Copies bytes, word by word where both places allow it. */
void *copy_words(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if ((((uintptr_t)t | (uintptr_t)f) & (sizeof(uint32_t) - 1)) == 0) {
        for (; n >= sizeof(uint32_t); n -= sizeof(uint32_t)) {
            *(uint32_t *)t = *(const uint32_t *)f;
            t += sizeof(uint32_t);
            f += sizeof(uint32_t);
        }
    }
    while (n-- > 0)
        *t++ = *f++;
    return to;
}

/* The sum of the 16-bit words of a packet, as for the checksum of IP. */
uint16_t checksum(const void *data, size_t len) {
    const uint8_t *p = data;
    uint32_t sum = 0;
    int odd = (uintptr_t)p & 1;
    if (odd && len > 0) {
        sum = (uint32_t)*p++ << 8;
        len--;
    }
    while (len > 1) {
        uint16_t word;
        memcpy(&word, p, 2);
        sum += word;
        p += 2;
        len -= 2;
    }
    if (len > 0)
        sum += *p;
    sum = (sum >> 16) + (sum & 0xffff);
    sum += sum >> 16;
    if (odd)
        sum = (sum & 0xff) << 8 | (sum & 0xff00) >> 8;
    return ~sum;
}

/* Fills memory with a byte. */
void fill(uint8_t *at, uint8_t byte, size_t n) {
    for (; n > 0 && (uintptr_t)at % 4 != 0; n--)
        *at++ = byte;
    for (; n >= 4; n -= 4, at += 4)
        *(uint32_t *)at = byte * 0x01010101u;
    for (; n > 0; n--)
        *at++ = byte;
}

/* How many letters of a text lie before the first word. */
size_t letters_before_words(const char *text) {
    size_t n = 0;
    while (((uintptr_t)(text + n) & 3) != 0 && text[n] != '\0')
        n++;
    return n;
}

/* Whether a packet of words can be read in place. */
int is_readable_in_place(const void *packet, size_t length) {
    return ((uintptr_t)packet & 3) == 0 && length % 4 == 0;
}
