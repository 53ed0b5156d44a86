/* Another result in every run: a byte that nobody wrote. */
#include "symir.h"
#include <stdlib.h>

static int peek(void) {
    unsigned char *bytes = malloc(8);
    int byte = bytes[3];
    free(bytes);
    return byte;
}

int main(void) {
    SYMIR_TEST(peek);
}
