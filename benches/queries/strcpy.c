/* strcpy of a string of LENGTH bytes: questions about one byte each. */
#include "symir.h"
#include "../../corpus/routines/strcpy.c"

#ifndef LENGTH
#define LENGTH 6
#endif

int main(void)
{
    char dst[LENGTH], src[LENGTH];
    symir_string(dst, sizeof dst, "dst");
    symir_string(src, sizeof src, "src");
    SYMIR_TEST(strcpy, dst, src);
}
