// a locale of C++ other than the classic one
#include "symir.h"
#include <locale>
#include <sstream>

static int f(int x) {
    std::ostringstream out;
    out.imbue(std::locale("de_DE.UTF-8"));
    return x;
}

int main() {
    int x = symir_int("x");
    SYMIR_TEST(f, x);
}
