#include "symir.h"
#include "../corpus/routines/strncmp.c"

int main(void) {
    char a[6], b[6];

    symir_string(a, sizeof a, "a");
    symir_string(b, sizeof b, "b");
    SYMIR_TEST(strncmp, a, b, 5);
}
