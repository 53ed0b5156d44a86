/* A decoder that looks back into what it has written. */
#include "lzf.h"
#include "symir.h"

int main(void) {
    unsigned char in[4], out[8];

    symir_bytes(in, sizeof in, "in");
    SYMIR_TEST(lzf_decompress, in, symir_range(1, 4, "size"), out, sizeof out);
    return 0;
}
