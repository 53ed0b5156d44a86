/* A set of small numbers as bits of words: membership, union, size. */
#include <stdint.h>

#define N_WORDS 2
#define N_BITS (N_WORDS * 32u)

int set_add(uint32_t set[N_WORDS], unsigned element) {
    if (element >= N_BITS)
        return 0;
    set[element / 32] |= UINT32_C(1) << element % 32;
    return 1;
}

int set_has(const uint32_t set[N_WORDS], unsigned element) {
    return element < N_BITS && (set[element / 32] >> element % 32 & 1) != 0;
}

void set_unite(uint32_t set[N_WORDS], const uint32_t other[N_WORDS]) {
    for (unsigned i = 0; i < N_WORDS; i++)
        set[i] |= other[i];
}

/* Kernighan: each step takes the lowest bit away. */
unsigned set_size(const uint32_t set[N_WORDS]) {
    unsigned n = 0;

    for (unsigned i = 0; i < N_WORDS; i++) {
        for (uint32_t rest = set[i]; rest != 0; rest &= rest - 1)
            n++;
    }
    return n;
}
