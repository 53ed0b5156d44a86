// a call of `std::thread::_M_start_thread`
#include "symir.h"
#include <thread>

static int f(int x) {
    int y = 0;
    std::thread other([&] { y = x + 1; });
    other.join();
    return y;
}

int main() {
    int x = symir_int("x");
    SYMIR_TEST(f, x);
}
