// Output of numbers that depend on the input costs no paths.
#include "symir.h"
#include <iostream>
static int shown(int x) { std::cout << "x is " << x << std::endl; std::cerr << x * 2.5 << '\n'; return x > 7; }
int main() { int x = symir_int("x"); SYMIR_TEST(shown, x); }
