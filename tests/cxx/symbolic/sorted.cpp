// std::sort and std::optional over inputs.
#include "symir.h"
#include <algorithm>
#include <optional>
static std::optional<int> middle(int a, int b, int c) { int v[3] = {a, b, c}; std::sort(v, v + 3); if (v[0] == v[2]) return {}; return v[1]; }
static int test(int a, int b, int c) { auto m = middle(a, b, c); return m ? *m : -1; }
int main() { int a = symir_range(0, 9, "a"), b = symir_range(0, 9, "b"), c = symir_range(0, 9, "c"); SYMIR_TEST(test, a, b, c); }
