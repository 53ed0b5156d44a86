// An exception at a function that promises none.
#include "symir.h"
static int risky(int x) { if (x > 5) throw x; return x; }
static int quiet(int x) noexcept { return risky(x) + 1; }
static int outside(int x) { try { return quiet(x); } catch (int) { return 0; } }
int main() { int x = symir_int("x"); SYMIR_TEST(outside, x); }
