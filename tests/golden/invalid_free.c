/* Only the beginning of a heap object may be freed. */
#include "symir.h"
#include <stdlib.h>

int release(unsigned char which) {
    int local = 0;
    char *p = malloc(8);

    switch (which) {
    case 0:
        free(&local);
        break;
    case 1:
        free(p + 1);
        break;
    case 2:
        free(NULL);
        free(p);
        break;
    default:
        free(p + (which - which));
    }
    return 0;
}

int main(void) {
    unsigned char which = symir_uchar("which");
    SYMIR_TEST(release, which);
}
