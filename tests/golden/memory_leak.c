/* symir: --detect leaks */
#include "symir.h"
#include <stdlib.h>

static void *kept;

int leak(unsigned char which) {
    char *p = malloc(10);

    if (which == 0)
        free(p);
    else if (which == 1)
        kept = p;
    return 0;
}

int main(void) {
    unsigned char which = symir_uchar("which");
    SYMIR_TEST(leak, which);
}
