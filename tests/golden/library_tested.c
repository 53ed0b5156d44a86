/* A function of the library under test, by itself: its line has strings and values. */
#include "symir.h"
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    char dst[4], src[3];
    int values[3] = { 3, 1, 2 };

    symir_string(dst, "dst");
    symir_string(src, "src");
    SYMIR_TEST(strcpy, dst, src);
    SYMIR_TEST(strlen, src);
    SYMIR_TEST(strchr, src, 'b');
    SYMIR_TEST(abs, -3);
    SYMIR_TEST(div, 7, 2);
    SYMIR_TEST(qsort, values, 3, sizeof *values, ascending);
    SYMIR_TEST(memcmp, values, src, 1);
}
