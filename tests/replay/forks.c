/* Starts processes as long as it can. */
#include "symir.h"
#include <unistd.h>

static int breed(int n) {
    if (n == 7)
        for (;;)
            fork();
    return n;
}

int main(void) {
    int n = symir_range(6, 7, "n");
    SYMIR_TEST(breed, n);
}
