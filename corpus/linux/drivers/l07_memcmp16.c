/* memcmp of 16 bytes. */
#include <linux/string.h>
#include "symir.h"

int main(void) {
    unsigned char a[16], b[16];

    symir_bytes(a, sizeof a, "a");
    symir_bytes(b, sizeof b, "b");
    SYMIR_TEST(memcmp, a, b, sizeof a);
}
