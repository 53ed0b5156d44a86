/* Radix sort of 16-bit numbers, four bits at a time, the lowest first. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void sort_by_digit(const uint16_t *from, uint16_t *to, size_t n, unsigned shift) {
    size_t begins[16] = {0};
    size_t sum = 0;

    for (size_t i = 0; i < n; i++)
        begins[(from[i] >> shift) & 15]++;
    for (int digit = 0; digit < 16; digit++) {
        size_t count = begins[digit];

        begins[digit] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[begins[(from[i] >> shift) & 15]++] = from[i];
}

int radix_sort(uint16_t *values, size_t n) {
    uint16_t *spare;

    if (n == 0)
        return 0;
    spare = malloc(n * sizeof *spare);
    if (spare == NULL)
        return -1;
    for (unsigned shift = 0; shift < 16; shift += 4) {
        sort_by_digit(values, spare, n, shift);
        memcpy(values, spare, n * sizeof *values);
    }
    free(spare);
    return 0;
}
