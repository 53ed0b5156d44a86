/* Buffers of which the call writes a part, on the stack and on the heap, beyond where a budget ends the path. */
#include "symir.h"
#include <stdlib.h>

static int fill(char *local, char *heap) {
    volatile unsigned sum = 0;

    for (unsigned i = 0; i < 100000; i++)
        sum += i;
    local[1] = 'x';
    heap[2] = 'y';
    return sum != 0;
}

int main(void) {
    char local[4], *heap = malloc(4);

    SYMIR_TEST(fill, local, heap);
    free(heap);
    return 0;
}
