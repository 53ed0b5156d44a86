/* Errors at objects of more than 4 GiB. */
#include "symir.h"
#include <stdlib.h>

#define GIB (1ul << 30)

static int errors(unsigned char kind) {
    char *all = malloc(5 * GIB);
    int last = 0;

    if (!all)
        return -1;
    all[5 * GIB - 1] = 3;
    if (kind == 1)
        last = all[5 * GIB] = 1;
    free(all);
    if (kind == 2)
        last = all[5 * GIB - 1];
    if (kind == 3)
        free(all);
    return last;
}

int main(void) {
    SYMIR_TEST(errors, symir_uchar("kind"));
    return 0;
}
