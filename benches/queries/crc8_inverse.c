/* Which five bytes have this CRC-8? Exclusive ors of everything with everything. */
#include "symir.h"
#include <stddef.h>
#include <stdint.h>

uint8_t crc8(const uint8_t *data, size_t n)
{
    uint8_t crc = 0;
    while (n--) {
        crc ^= *data++;
        for (int bit = 0; bit < 8; bit++)
            crc = (uint8_t)(crc << 1 ^ (0x07 & -(crc >> 7)));
    }
    return crc;
}

int is_signed_by(const uint8_t *data, size_t n)
{
    return crc8(data, n) == 0xa5 && data[0] == 'C' && data[n - 1] > 0x40;
}

int main(void)
{
    uint8_t data[5];
    symir_bytes(data, sizeof data, "data");
    SYMIR_TEST(is_signed_by, data, sizeof data);
}
