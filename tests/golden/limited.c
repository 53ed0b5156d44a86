/* symir: --loop-limit 2 */
/* A limit of each path ends paths; the run itself is not ended early. */
#include "symir.h"

int count(const char *s) {
    int n = 0;

    while (s[n])
        n++;
    if (n > 4)
        return -1;
    return n;
}

int main(void) {
    char s[7];

    symir_string(s, "s");
    SYMIR_TEST(count, s);
}
