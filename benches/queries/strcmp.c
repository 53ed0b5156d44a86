/* strcmp of two strings of LENGTH bytes: questions about pairs of equal bytes. */
#include "symir.h"
#include "../../corpus/routines/strcmp.c"

#ifndef LENGTH
#define LENGTH 6
#endif

int main(void)
{
    char a[LENGTH], b[LENGTH];
    symir_string(a, sizeof a, "a");
    symir_string(b, sizeof b, "b");
    SYMIR_TEST(strcmp, a, b);
}
