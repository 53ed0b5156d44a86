#include "symir.h"
#include "../corpus/routines/strcpy.c"

int main(void) {
    char dst[6], src[6];

    symir_string(dst, sizeof dst, "dst");
    symir_string(src, sizeof src, "src");
    SYMIR_TEST(strcpy, dst, src);
}
