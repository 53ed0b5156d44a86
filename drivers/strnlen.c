#include "symir.h"
#include "../corpus/routines/strnlen.c"

int main(void) {
    char s[6];

    symir_string(s, sizeof s, "s");
    SYMIR_TEST(strnlen, s, 5);
}
