/* Memory that realloc adds to an object, and memory behind the bytes that malloc was asked for. */
#include "symir.h"
#include <stdlib.h>

static int grow(int at) {
    unsigned char *bytes = malloc(8);
    int last;

    bytes = realloc(bytes, 200);
    last = bytes[20] + bytes[at];
    free(bytes);
    return last;
}

int main(void) {
    SYMIR_TEST(grow, 150);
    return 0;
}
