/* A question that no solver answers in a second, between others that are easy. */
#include "symir.h"
#include <stdint.h>

int factor(uint64_t p, uint64_t q)
{
    if (p < 2 || q < p)
        return 0;
    /* The product of the primes 4294967291 and 4294967279, which does not fit by much. */
    if ((unsigned __int128)p * q == (unsigned __int128)4294967291u * 4294967279u)
        return 1;
    return p == 7 ? 2 : 3;
}

int main(void)
{
    uint64_t p = symir_uint64("p"), q = symir_uint64("q");
    SYMIR_TEST(factor, p, q);
}
