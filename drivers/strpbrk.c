#include "symir.h"
#include "../corpus/routines/strpbrk.c"

int main(void) {
    char s[6];

    symir_string(s, sizeof s, "s");
    SYMIR_TEST(strpbrk, s, "aeiou");
}
