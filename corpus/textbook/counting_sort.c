/* Counting sort of bytes: how often each occurs says where it goes. */
#include <stddef.h>

void counting_sort(unsigned char *bytes, size_t n) {
    size_t counts[256] = {0};
    size_t place = 0;

    for (size_t i = 0; i < n; i++)
        counts[bytes[i]]++;
    for (int byte = 0; byte < 256; byte++) {
        for (; counts[byte] > 0; counts[byte]--)
            bytes[place++] = (unsigned char)byte;
    }
}
