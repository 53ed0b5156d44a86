// Destructors change what is returned, however the block is left.
#include "symir.h"
struct Count { int &n; Count(int &n) : n(n) { n += 1; } ~Count() { n += 10; } };
static void leave(int x) { if (x == 3) throw 'c'; }
static int counted(int x) {
    int n = 0;
    for (int i = 0; i < 2; i++)
        try { Count c(n); if (x == 1) continue; if (x == 2) break; leave(x); n += 100; } catch (char) { n += 1000; }
    return n;
}
int main() { int x = symir_range(0, 4, "x"); SYMIR_TEST(counted, x); }
