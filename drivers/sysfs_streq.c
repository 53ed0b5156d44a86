#include "symir.h"
#include "../corpus/routines/sysfs_streq.c"

int main(void) {
    char a[6], b[6];

    symir_string(a, sizeof a, "a");
    symir_string(b, sizeof b, "b");
    SYMIR_TEST(sysfs_streq, a, b);
}
