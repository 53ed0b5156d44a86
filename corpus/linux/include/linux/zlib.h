/* zlib, as far as inflating needs it. */
#ifndef SHIM_LINUX_ZLIB_H
#define SHIM_LINUX_ZLIB_H

#include <linux/types.h>

#define MAX_WBITS 15
#define DEF_WBITS MAX_WBITS

typedef unsigned char Byte;
typedef unsigned int uInt;
typedef unsigned long uLong;

typedef struct z_stream_s {
    const Byte *next_in;
    uLong avail_in, total_in;
    Byte *next_out;
    uLong avail_out, total_out;
    char *msg;
    struct internal_state *state;
    void *workspace;
    int data_type;
    uLong adler, reserved;
} z_stream;

typedef z_stream *z_streamp;

enum { Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_PACKET_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH, Z_BLOCK };
enum {
    Z_OK = 0,
    Z_STREAM_END = 1,
    Z_NEED_DICT = 2,
    Z_STREAM_ERROR = -2,
    Z_DATA_ERROR = -3,
    Z_MEM_ERROR = -4,
    Z_BUF_ERROR = -5,
    Z_VERSION_ERROR = -6,
};
enum { Z_DEFLATED = 8 };

int zlib_inflate_workspacesize(void);
int zlib_inflateInit2(z_streamp stream, int window_bits);
int zlib_inflate(z_streamp stream, int flush);
int zlib_inflateEnd(z_streamp stream);
int zlib_inflateReset(z_streamp stream);
int zlib_inflateIncomp(z_stream *stream);
int zlib_inflate_blob(void *to, unsigned int room, const void *from, unsigned int size);

#define zlib_inflateInit(stream) zlib_inflateInit2((stream), DEF_WBITS)

#endif
