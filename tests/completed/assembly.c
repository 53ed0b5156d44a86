/* An instruction that symir does not know decides what comes next. */
#include "symir.h"

struct point {
    int x, y;
};

static int n_calls;

static int mix(unsigned n, int *low, struct point *p, struct point **chosen) {
    unsigned sum = 0;

    if (n == 0) {
        *low = 7;
        return -1;
    }
    __asm__("crc32l %1, %0" : "+r"(sum) : "r"(n));
    *low = (int)(sum & 15);
    p->y = 8;
    *chosen = p;
    n_calls++;
    if (sum > 100)
        return (int)(sum % 1000);
    return 2;
}

int main(void) {
    int low = 0;
    struct point p = {1, 2}, *chosen = 0;
    unsigned n = symir_uint("n");

    SYMIR_TEST(mix, n, &low, &p, &chosen);
}
