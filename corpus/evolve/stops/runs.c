/* Runs of equal bytes are counted and written out again: which inputs become shorter, and which keep their length. */
#include "symir.h"
#include <string.h>

int packed_size(const unsigned char *bytes, int n) {
    unsigned char packed[24], again[12];
    int size = 0, length = 0;
    for (int i = 0; i < n;) {
        int run = 1;
        while (i + run < n && bytes[i + run] == bytes[i])
            run++;
        packed[size++] = (unsigned char)run;
        packed[size++] = bytes[i];
        i += run;
    }
    for (int i = 0; i < size; i += 2)
        for (int k = 0; k < packed[i]; k++)
            again[length++] = packed[i + 1];
    if (length != n || memcmp(again, bytes, (size_t)n) != 0)
        return -1;
    if (size == 2)
        return 2;
    return size < n ? 1 : 0;
}

int main(void) {
    unsigned char bytes[12];
    symir_bytes(bytes, sizeof bytes, "bytes");
    SYMIR_TEST(packed_size, bytes, 12);
}
