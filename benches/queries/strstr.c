/* strstr of two bytes in a string of LENGTH bytes: the same bytes are compared again and again. */
#include "symir.h"
#include "../../corpus/routines/strstr.c"

#ifndef LENGTH
#define LENGTH 6
#endif

int main(void)
{
    char s[LENGTH], find[3];
    symir_string(s, sizeof s, "s");
    symir_string(find, sizeof find, "find");
    SYMIR_TEST(strstr, s, find);
}
