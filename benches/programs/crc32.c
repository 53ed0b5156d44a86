/* The CRC-32 of IEEE 802.3 over 64 KiB, forty times, with a table. */
#include <stdint.h>

static uint32_t table[256];
static unsigned char data[1 << 16];

int main(void) {
    uint32_t crc = ~0u;

    for (uint32_t i = 0; i < 256; i++) {
        uint32_t entry = i;
        for (int bit = 0; bit < 8; bit++)
            entry = entry & 1 ? 0xEDB88320u ^ (entry >> 1) : entry >> 1;
        table[i] = entry;
    }
    for (int i = 0; i < 1 << 16; i++)
        data[i] = (unsigned char)(i * 7);
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < 1 << 16; i++)
            crc = table[(crc ^ data[i]) & 0xff] ^ (crc >> 8);
    }
    return ~crc & 127;
}
