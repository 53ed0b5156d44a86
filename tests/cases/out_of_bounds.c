/* Reads one byte past buffer[4], only when the length is given as 4. */
#include "symir.h"

static char last(const char *buffer, int length) {
    if (length < 1)
        return '\0';
    if (length > 4)
        length = 4;
    if (length < 4)
        return buffer[length - 1];
    return buffer[length];
}

int main(void) {
    char buffer[4];
    int length = symir_range(0, 4, "length");

    symir_bytes(buffer, sizeof buffer, "buffer");
    SYMIR_TEST(last, buffer, length);
}
