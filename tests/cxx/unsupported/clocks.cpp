// a call of `std::chrono::_V2::steady_clock::now`
#include "symir.h"
#include <chrono>

static int f(int x) { return std::chrono::steady_clock::now() > std::chrono::steady_clock::time_point() ? x : 0; }

int main() {
    int x = symir_int("x");
    SYMIR_TEST(f, x);
}
