/* Aborts when the stack of three is full and one more is pushed. */
#include <stdlib.h>
#include "symir.h"

static int push(int depth) {
    if (depth < 0)
        return 0;
    if (depth == 3)
        abort();
    return depth + 1;
}

int main(void) {
    int depth = symir_range(-1, 3, "depth");

    SYMIR_TEST(push, depth);
}
