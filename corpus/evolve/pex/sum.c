/* Whether six integers sum up to 42. */
#include "symir.h"

int is_sum(int a, int b, int c, int d, int e, int f) {
    if ((long)a + b + c + d + e + f == 42)
        return 1;
    return 0;
}

int main(void) {
    int a = symir_int("a"), b = symir_int("b"), c = symir_int("c"), d = symir_int("d"), e = symir_int("e"),
        f = symir_int("f");
    SYMIR_TEST(is_sum, a, b, c, d, e, f);
}
