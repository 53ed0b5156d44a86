// a facet of a locale of C++
#include "symir.h"
#include <regex>
#include <string>

static int f(int x) { return std::regex_match(std::to_string(x), std::regex("1+2")); }

int main() {
    int x = symir_int("x");
    SYMIR_TEST(f, x);
}
