/* zlib_inflate of four bytes without a header: blocks that are stored, and those with fixed and own codes. */
#include <linux/zutil.h>
#include <lib/zlib_inflate/inftrees.h>
#include <lib/zlib_inflate/inflate.h>
#include <lib/zlib_inflate/infutil.h>
#include "symir.h"

static struct inflate_workspace workspace;
static Byte out[16];

/* How it ended. */
static int inflate_bytes(const Byte *bytes, unsigned int size) {
    z_stream stream = { .workspace = &workspace };
    int ended = zlib_inflateInit2(&stream, -MAX_WBITS);

    if (ended != Z_OK)
        return ended;
    stream.next_in = bytes;
    stream.avail_in = size;
    stream.next_out = out;
    stream.avail_out = sizeof out;
    ended = zlib_inflate(&stream, Z_FINISH);
    zlib_inflateEnd(&stream);
    return ended;
}

int main(void) {
    Byte bytes[4];

    symir_bytes(bytes, sizeof bytes, "bytes");
    SYMIR_TEST(inflate_bytes, bytes, sizeof bytes);
}
