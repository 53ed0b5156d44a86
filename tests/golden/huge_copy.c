#include "symir.h"
#include <stdlib.h>
#include <string.h>

/* More is copied than either object has, so that both places seem to overlap. */
int main(void)
{
    size_t size = symir_range(0, 1, "is_large") ? (size_t)0xfffffff0 : 8;
    char *from = malloc(8), *to = malloc(8);

    if (from == NULL || to == NULL)
        return 1;
    memset(from, 1, 8);
    memcpy(to, from, size);
    free(from);
    free(to);
    return 0;
}
