/* The sieve of Eratosthenes: how many primes there are up to a number. */
#include <string.h>

#define MOST 50

int count_primes(unsigned limit) {
    unsigned char is_composite[MOST + 1];
    int n = 0;

    if (limit > MOST)
        return -1;
    memset(is_composite, 0, sizeof is_composite);
    for (unsigned i = 2; i <= limit; i++) {
        if (is_composite[i])
            continue;
        n++;
        for (unsigned multiple = i * i; multiple <= limit; multiple += i)
            is_composite[multiple] = 1;
    }
    return n;
}
