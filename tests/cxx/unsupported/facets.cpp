// a call of `std::use_facet<std::__cxx11::numpunct<char> >`
#include "symir.h"
#include <locale>

static int f(int x) { return std::use_facet<std::numpunct<char>>(std::locale()).decimal_point() + x; }

int main() {
    int x = symir_int("x");
    SYMIR_TEST(f, x);
}
