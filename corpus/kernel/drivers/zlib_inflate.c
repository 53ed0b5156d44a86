/* zlib_inflate of streams of every kind (stored, with fixed codes, with codes of their own, with a header), whole, with
   one byte changed, and in two pieces. */
#include <linux/zutil.h>
#include <lib/zlib_inflate/inftrees.h>
#include <lib/zlib_inflate/inflate.h>
#include <lib/zlib_inflate/infutil.h>
#include "symir.h"

static const Byte stored[] = {
    1, 6, 0, 249, 255, 115, 116, 111, 114, 101, 100,
};
static const Byte fixed[] = {
    75, 76, 74, 78, 132, 161, 148, 68, 100, 14, 0,
};
static const Byte own[] = {
    69, 141, 81, 10, 3, 33, 12, 5, 175, 242, 238, 177, 167, 137, 168, 141, 160, 137, 171, 17, 109,
    79, 95, 43, 148, 253, 155, 225, 49, 60, 227, 0, 205, 30, 133, 4, 36, 30, 182, 189, 7, 122, 152,
    83, 69, 146, 195, 76, 205, 233, 104, 208, 120, 244, 151, 153, 78, 185, 96, 105, 229, 207, 92,
    227, 38, 125, 243, 112, 209, 231, 202, 165, 249, 206, 180, 94, 146, 112, 201, 84, 131, 207, 138,
    192, 134, 168, 104, 67, 93, 35, 62, 186, 247, 154, 184, 31, 246, 178, 143, 195, 195, 66, 229,
    159, 125, 1,
};
/* Codes of more than nine bits. */
static const Byte rare[] = {
    5, 193, 65, 2, 128, 48, 12, 195, 176, 183, 2, 91, 155, 216, 255, 191, 35, 141, 131, 18, 138, 75,
    221, 82, 138, 90, 97, 205, 48, 235, 13, 71, 43, 137, 110, 117, 113, 85, 90, 27, 163, 126, 52,
    175, 2, 106, 149, 98, 169, 150, 24, 131, 99, 147, 213, 142, 79, 14, 13, 180, 112, 23, 123, 100,
    88, 112, 171, 93, 181, 177, 86, 17, 4, 20, 45, 222, 37, 40, 170, 246, 246, 106, 84, 65, 141, 8,
    154, 82, 252, 28, 69, 130, 253, 1,
};

/* A header that names a dictionary, and one of another method. */
static const Byte primed[] = { 120, 32, 0, 0, 0, 1 }, other[] = { 119, 9 };
/* A length and a distance that no code stands for. */
static const Byte no_length[] = { 27, 3, 0 }, no_distance[] = { 3, 62, 0 };

static const Byte wrapped[] = {
    120, 1, 203, 72, 205, 201, 201, 87, 200, 64, 144, 0, 58, 46, 6, 125,
};
static const struct {
    const Byte *bytes;
    unsigned int size;
    int window_bits;
} streams[] = {
    { stored, sizeof stored, -MAX_WBITS },
    { fixed, sizeof fixed, -MAX_WBITS },
    { own, sizeof own, -MAX_WBITS },
    { rare, sizeof rare, -MAX_WBITS },
    { primed, sizeof primed, MAX_WBITS },
    { other, sizeof other, MAX_WBITS },
    { no_length, sizeof no_length, -MAX_WBITS },
    { no_distance, sizeof no_distance, -MAX_WBITS },
    { wrapped, sizeof wrapped, MAX_WBITS },
    { wrapped, sizeof wrapped, MAX_WBITS - 7 },
    { wrapped, sizeof wrapped, MAX_WBITS + 1 },
};

/* What becomes of a stream. */
enum { FLIP_FIRST, FLIP_OTHER, SET, CUT_PACKET, CUT_OUTPUT, WAYS };

static struct inflate_workspace workspace;
static Byte out[600];

/* Decompresses the bytes, those from `cut` on in a second piece unless they are none; gives how it ended. */
static int inflate_bytes(const Byte *bytes, unsigned int size, int window_bits, unsigned int cut, int way) {
    z_stream stream = { .workspace = &workspace };
    int ended = zlib_inflateInit2(&stream, window_bits);

    if (ended != Z_OK)
        return ended;
    stream.next_in = bytes;
    stream.avail_in = cut;
    stream.next_out = out;
    stream.avail_out = way == CUT_OUTPUT ? cut : sizeof out;
    ended = zlib_inflate(&stream, way == CUT_PACKET ? Z_PACKET_FLUSH : Z_SYNC_FLUSH);
    if (ended == Z_OK || ended == Z_BUF_ERROR) {
        stream.avail_in += size - cut;
        stream.avail_out = out + sizeof out - stream.next_out;
        ended = zlib_inflate(&stream, Z_FINISH);
    }
    zlib_inflateEnd(&stream);
    return ended * 1024 + (int)stream.total_out;
}

/* A number below `n`, on each path a plain one. */
static int one_of(int n, const char *name) {
    int number = symir_range(0, n - 1, name), at = 0;

    while (at != number)
        at++;
    return at;
}

int main(void) {
    Byte bytes[sizeof own > sizeof rare ? sizeof own : sizeof rare];
    int which = one_of(sizeof streams / sizeof *streams, "stream"), way = one_of(WAYS, "way");
    unsigned int size = streams[which].size, at = one_of(size < 28 ? size : 28, "at"), cut = size;

    if (at > 20 && size > 28)
        at = size - 28 + at;
    for (unsigned int i = 0; i < size; i++)
        bytes[i] = streams[which].bytes[i];
    if (way == FLIP_FIRST)
        bytes[at] ^= 1;
    else if (way == FLIP_OTHER)
        bytes[at] ^= 0x46;
    else if (way == SET)
        bytes[at] = 0xff;
    else
        cut = at;
    SYMIR_TEST(inflate_bytes, bytes, size, streams[which].window_bits, cut, way);
}
