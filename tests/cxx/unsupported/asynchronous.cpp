// a call of `std::__future_base::
#include "symir.h"
#include <future>

static int f(int x) { return std::async(std::launch::async, [x] { return x + 1; }).get(); }

int main() {
    int x = symir_int("x");
    SYMIR_TEST(f, x);
}
