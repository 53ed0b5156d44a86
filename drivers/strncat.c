#include "symir.h"
#include "../corpus/routines/strlen.c"
#include "../corpus/routines/strncat.c"

int main(void) {
    char dst[10], src[5];

    symir_string(dst, sizeof dst, "dst");
    symir_string(src, sizeof src, "src");
    /* Both must fit: without this the function writes past the end of dst. */
    symir_assume(strlen(dst) + strlen(src) < sizeof dst);
    SYMIR_TEST(strncat, dst, src, 4);
}
