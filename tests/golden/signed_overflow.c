/* symir: -- -fsanitize=undefined */
#include "symir.h"

int sum(int a, int b) {
    return a + b;
}

int element(unsigned index) {
    static const int table[4] = {1, 2, 3, 4};

    return table[index & 7];
}

int main(void) {
    int a = symir_int("a"), b = symir_int("b");
    unsigned index = symir_uint("index");
    SYMIR_TEST(sum, a, b);
    SYMIR_TEST(element, index);
}
