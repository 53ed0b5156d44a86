/* Freed twice where the flag is set, once where it is not. */
#include "symir.h"
#include <stdlib.h>

int twice(int flag) {
    char *p = malloc(4);

    free(p);
    if (flag)
        free(p);
    return 0;
}

int main(void) {
    int flag = symir_int("flag");
    SYMIR_TEST(twice, flag);
}
