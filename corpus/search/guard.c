/* A message behind a checksum: a magic number, a length, fields, and a sum over all of it. */
#include "symir.h"

static unsigned sum(const unsigned char *bytes, int n)
{
    unsigned a = 1, b = 0;
    for (int i = 0; i < n; i++) {
        a = (a + bytes[i]) & 0xff;
        b = (b + a) & 0xff;
    }
    return b << 8 | a;
}

static int field(const unsigned char *bytes, int n)
{
    int total = 0;
    for (int at = 0; at < n;) {
        int kind = bytes[at] >> 6, size = bytes[at] & 3;
        if (at + 1 + size > n)
            return -1;
        switch (kind) {
        case 0:
            total += size;
            break;
        case 1:
            for (int i = 0; i < size; i++)
                total += bytes[at + 1 + i];
            break;
        case 2:
            if (size != 1)
                return -2;
            total = bytes[at + 1];
            break;
        default:
            if (size != 0)
                return -3;
            return total == 77 ? 7 : 1;
        }
        at += 1 + size;
    }
    return 0;
}

int message(const unsigned char *bytes, int n)
{
    if (bytes[0] != 0xca || bytes[1] != 0xfe)
        return -10;
    if (bytes[2] > n - 5)
        return -11;
    int length = bytes[2];
    unsigned wanted = bytes[3 + length] << 8 | bytes[4 + length];
    if (sum(bytes + 3, length) != wanted)
        return -12;
    return field(bytes + 3, length);
}

int main(void)
{
    unsigned char bytes[11];
    symir_bytes(bytes, sizeof bytes, "bytes");
    SYMIR_TEST(message, bytes, (int)sizeof bytes);
}
