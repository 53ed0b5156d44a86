/* A loop of strsep over up to 7 bytes, which counts the fields between two kinds of separators. */
#include <linux/string.h>
#include "symir.h"

static int fields(char *s) {
    int count = 0;

    while (strsep(&s, ",;") != NULL)
        count++;
    return count;
}

int main(void) {
    char s[8];

    symir_string(s, sizeof s, "s");
    SYMIR_TEST(fields, s);
}
