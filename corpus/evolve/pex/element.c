/* Whether an element of a list of six plus 27277 is 42. */
#include "symir.h"

int has_element(const int *list) {
    for (int i = 0; i < 6; i++)
        if ((int)((unsigned)list[i] + 27277) == 42)
            return 1;
    return 0;
}

int main(void) {
    int a = symir_int("a"), b = symir_int("b"), c = symir_int("c"), d = symir_int("d"), e = symir_int("e"),
        f = symir_int("f");
    int list[6] = {a, b, c, d, e, f};
    SYMIR_TEST(has_element, list);
}
