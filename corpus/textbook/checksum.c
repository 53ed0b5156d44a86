/* Two checksums of bytes: Fletcher's, and a cyclic one of eight bits. */
#include <stddef.h>
#include <stdint.h>

uint16_t fletcher16(const uint8_t *bytes, size_t n) {
    unsigned low = 0, high = 0;

    for (size_t i = 0; i < n; i++) {
        low = (low + bytes[i]) % 255;
        high = (high + low) % 255;
    }
    return (uint16_t)(high << 8 | low);
}

uint8_t crc8(const uint8_t *bytes, size_t n) {
    uint8_t crc = 0;

    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 0x80)
                crc = (uint8_t)(crc << 1 ^ 0x07);
            else
                crc = (uint8_t)(crc << 1);
        }
    }
    return crc;
}
