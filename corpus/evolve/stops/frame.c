/* A frame of a serial line: a start, a length, bytes, and a checksum of 16 bits over them. */
#include "symir.h"

static unsigned crc16(const unsigned char *bytes, int n) {
    unsigned crc = 0xffff;
    for (int i = 0; i < n; i++) {
        crc ^= (unsigned)bytes[i] << 8;
        for (int bit = 0; bit < 8; bit++)
            crc = (crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1) & 0xffff;
    }
    return crc;
}

int receive(const unsigned char *frame) {
    if (frame[0] != 0x7e)
        return -1;
    if (frame[1] > 4)
        return -2;
    unsigned sum = crc16(frame + 2, frame[1]);
    if ((sum >> 8) != frame[2 + frame[1]])
        return -3;
    if ((sum & 255) != frame[3 + frame[1]])
        return -4;
    return frame[1] == 4 ? 2 : 1;
}

int main(void) {
    unsigned char frame[8];
    symir_bytes(frame, sizeof frame, "frame");
    SYMIR_TEST(receive, frame);
}
