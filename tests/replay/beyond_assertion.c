/* An assertion fails beyond where a budget ends the path. */
#include "symir.h"
#include <assert.h>

static unsigned spend(void) {
    unsigned y = 0;

    for (unsigned i = 0; i < 100000; i++)
        y = y * 31 + i;
    return y;
}

static int check(unsigned x) {
    unsigned y = spend();

    assert(x != 0);
    if (x == 7)
        symir_assert(y == 0);
    return 1;
}

int main(void) {
    unsigned x = symir_uint("x");
    int is_seven = x == 7;

    if (is_seven)
        SYMIR_TEST(check, 7);
    else
        SYMIR_TEST(check, x);
}
