// Keys of a std::map and elements of a std::vector that depend on the input.
#include "symir.h"
#include <map>
#include <stdexcept>
#include <vector>
static int look_up(unsigned char key) {
    std::map<unsigned char, int> m{{5, 50}, {9, 90}};
    std::vector<int> v{1, 2, 3};
    try { return m.at(key) / 10 + v.at(key - 4); } catch (const std::out_of_range &) { return -1; }
}
int main() { unsigned char key = symir_uchar("key"); SYMIR_TEST(look_up, key); }
