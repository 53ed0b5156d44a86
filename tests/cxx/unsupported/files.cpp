// a call of `std::basic_ifstream<char, std::char_traits<char> >::basic_ifstream`
#include "symir.h"
#include <fstream>

static int f(int x) {
    std::ifstream in("numbers");
    int n;
    return in >> n ? n : x;
}

int main() {
    int x = symir_int("x");
    SYMIR_TEST(f, x);
}
