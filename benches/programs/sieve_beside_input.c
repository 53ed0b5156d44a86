/* The sieve again, with a symbolic input elsewhere in the state and a fork before. */
#include "symir.h"

enum { N = 1000000 };

static unsigned char composite[N];

int main(void) {
    int input = symir_int("input"), count = 0;

    if (input == 3)
        return 1;
    for (int i = 2; i < N; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = i + i; j < N; j += i)
            composite[j] = 1;
    }
    return count + input;
}
