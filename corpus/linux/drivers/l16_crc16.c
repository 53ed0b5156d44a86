/* Which 4 bytes have a given CRC-16? */
#include <linux/crc16.h>
#include "symir.h"

/* Volatile, so that the two cases stay two paths when optimised. */
static volatile int found;

static void look(const u8 *bytes) {
    if (crc16(0, bytes, 4) == 0x1234)
        found = 1;
}

int main(void) {
    u8 bytes[4];

    symir_bytes(bytes, sizeof bytes, "bytes");
    SYMIR_TEST(look, bytes);
}
