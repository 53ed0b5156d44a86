/* A number that a big concrete loop decides about. */
#include "symir.h"

static unsigned char composite[20000];

int twin(unsigned n) {
    if (n < 3 || n >= 19990)
        return -1;
    for (unsigned i = 2; i * i < sizeof composite; i++)
        if (!composite[i])
            for (unsigned j = i * i; j < sizeof composite; j += i)
                composite[j] = 1;
    if (composite[n])
        return 0;
    return composite[n + 2] ? 1 : 2;
}

int main(void) {
    unsigned n = symir_uint("n");
    SYMIR_TEST(twin, n);
}
