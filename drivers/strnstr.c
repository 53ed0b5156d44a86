#include "symir.h"
#include "../corpus/routines/strnstr.c"

int main(void) {
    char s[6], find[3];

    symir_string(s, sizeof s, "s");
    symir_string(find, sizeof find, "find");
    SYMIR_TEST(strnstr, s, find, 2);
}
