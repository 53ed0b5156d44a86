// Which handler runs depends on the input.
#include "symir.h"
#include <stdexcept>
static int check(int x) {
    if (x < 0) throw std::out_of_range("negative");
    if (x > 1000) throw std::runtime_error("large");
    if (x == 77) throw x;
    return x / 2;
}
static int classify(int x) {
    try { return check(x) > 100 ? 1 : 0; }
    catch (const std::logic_error &e) { return -1; }
    catch (const std::exception &e) { return e.what()[0]; }
    catch (...) { return -3; }
}
int main() { int x = symir_int("x"); SYMIR_TEST(classify, x); }
