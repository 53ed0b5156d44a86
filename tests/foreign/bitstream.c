/* A row of bits that grows. */
#include <stddef.h>
#include "bitstream.h"
#include "symir.h"

int main(void) {
    int which = symir_range(0, 3, "which"), n = symir_range(0, 3, "n");
    BitStream *bits = BitStream_new();

    BitStream_appendNum(bits, n, 5);
    switch (which) {
    case 0: SYMIR_TEST(BitStream_appendNum, bits, symir_range(0, 3, "count"), symir_range(0, 7, "number")); break;
    case 1: {
        unsigned char data[2];

        data[0] = 0xa1;
        data[1] = symir_range(250, 255, "second");
        SYMIR_TEST(BitStream_appendBytes, bits, symir_range(0, 2, "size"), data);
        break;
    }
    case 2: {
        BitStream *other = BitStream_new();

        BitStream_appendNum(other, symir_range(0, 4, "count"), 6);
        SYMIR_TEST(BitStream_append, bits, other);
        BitStream_free(other);
        break;
    }
    default:
        BitStream_appendNum(bits, symir_range(5, 6, "more"), 45);
        SYMIR_TEST(BitStream_toByte, bits);
    }
    BitStream_free(bits);
    return 0;
}
