/* Members of 64 KiB and of 2 MB: their beginning is shown, and what stands behind them. */
#include "symir.h"

struct record {
    int before;
    char big[65536];
    int numbers[400];
    char huge[2000000];
    int after;
};

static int f(struct record *r) {
    return r->before > 3 ? r->after : r->big[1];
}

int main(void) {
    static struct record r = {.big = "xyz", .after = 7};
    r.before = symir_int("before");
    SYMIR_TEST(f, &r);
}
