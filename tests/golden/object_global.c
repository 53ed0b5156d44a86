/* Variables outside of the function: those that nobody set are named, and symir_global makes one an input. */
#include "symir.h"

static int limit;
static int table[3];
static int calls;
static const int fixed[2] = {3, 4};
static int step = 2;
int scratch;

static int over(int n) {
    static int last;

    scratch = n + step;
    if (n == last)
        return -1;
    calls++;
    return scratch + table[n & 1] + fixed[n & 1] > limit;
}

int main(void) {
    symir_global(limit);
    SYMIR_TEST(over, symir_range(0, 9, "n"));
}
