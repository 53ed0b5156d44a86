/* symir: --lenient-memcmp */
/* All bytes that memcmp is told of need not be there with this option, if they lie behind the first that differ. */
#include "symir.h"
#include <string.h>

static int is_abc(const char *s) {
    return memcmp(s, "abc", 4) == 0;
}

static int same(const char *s, size_t n) {
    return memcmp(s, "abcd", n) == 0;
}

int main(void) {
    char s[3];

    symir_bytes(s, "s");
    switch (symir_choose(3, "which")) {
    case 0: SYMIR_TEST(is_abc, s); break;
    case 1: SYMIR_TEST(same, s, 3); break;
    default: SYMIR_TEST(same, s, symir_choose(5, "n"));
    }
}
