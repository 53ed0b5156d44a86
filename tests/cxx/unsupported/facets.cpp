// a facet of a locale of C++
#include "symir.h"
#include <locale>

static int f(int x) { return std::use_facet<std::numpunct<char>>(std::locale()).decimal_point() + x; }

int main() {
    int x = symir_int("x");
    SYMIR_TEST(f, x);
}
