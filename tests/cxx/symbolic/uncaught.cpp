// An exception that nothing catches is a bug.
#include "symir.h"
#include <stdexcept>
static int half(int x) { if (x == 12345) throw std::invalid_argument("odd one"); return x & 1; }
int main() { int x = symir_int("x"); SYMIR_TEST(half, x); }
