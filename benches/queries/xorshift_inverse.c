/* Which seeds make the generator give these numbers? Shifts and exclusive ors of 32 and 64 bits, and a product. */
#include "symir.h"
#include <stdint.h>

static uint32_t xorshift32(uint32_t x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

static uint64_t xorshift64star(uint64_t x)
{
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    return x * 2685821657736338717ull;
}

int guess(uint32_t seed, uint64_t star)
{
    int n = 0;
    uint32_t x = seed;
    for (int i = 0; i < 4; i++)
        x = xorshift32(x);
    if (x == 0xdeadbeef)
        n += 1;
    if (x % 16 == 3)
        n += 2;
    if ((xorshift64star(star) & 0xffff) == 0x1234)
        n += 4;
    return n;
}

int main(void)
{
    uint32_t seed = symir_uint("seed");
    uint64_t star = symir_uint64("star");
    SYMIR_TEST(guess, seed, star);
}
