/* symir: --detect leaks */
/* What was freed holds nothing, and what only a variable of main pointed to is lost when main returns. */
#include "symir.h"
#include <stdlib.h>

static char *kept, *gone;

int main(void) {
    unsigned char kind = symir_uchar("kind");
    char *own = malloc(4);

    gone = malloc(8);
    free(gone);
    kept = malloc(16);
    if (kind == 1)
        return 0;
    if (kind == 2)
        exit(0);
    free(own);
    return 0;
}
