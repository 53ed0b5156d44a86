/* There is an input, and paths that depend on it, but no call is named as the test. */
#include "symir.h"

int main(void) {
    int x = symir_int("x");

    if (x > 100)
        return 1;
    return 0;
}
