#include "symir.h"
#include "../packet.c"

int main(void) {
    struct header *buffer = symir_pointer(struct header, "buffer");

    symir_assume(buffer != NULL);
    SYMIR_TEST(accept_packet, buffer);
    return 0;
}
