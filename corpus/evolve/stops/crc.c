/* A checksum of four bytes that is compared with a constant. */
#include "symir.h"

unsigned crc32(const unsigned char *bytes, int n) {
    unsigned crc = ~0u;
    for (int i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

int is_short_secret(const unsigned char *bytes) {
    if (bytes[0] == 0)
        return 0;
    if ((crc32(bytes, 2) & 0xfff) == 0x5a5)
        return 1;
    return 2;
}

int main(void) {
    unsigned char bytes[2];
    symir_bytes(bytes, sizeof bytes, "bytes");
    SYMIR_TEST(is_short_secret, bytes);
}
