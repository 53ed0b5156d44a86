/* strlen of a string of LENGTH bytes: the cheapest questions. */
#include "symir.h"
#include "../../corpus/routines/strlen.c"

#ifndef LENGTH
#define LENGTH 6
#endif

int main(void)
{
    char s[LENGTH];
    symir_string(s, sizeof s, "s");
    SYMIR_TEST(strlen, s);
}
