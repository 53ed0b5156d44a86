/* Whether an element of a list of six is followed by its successor. */
#include "symir.h"

int has_successor(const int *list) {
    for (int i = 0; i < 5; i++)
        if ((int)((unsigned)list[i] + 1) == list[i + 1])
            return 1;
    return 0;
}

int main(void) {
    int a = symir_int("a"), b = symir_int("b"), c = symir_int("c"), d = symir_int("d"), e = symir_int("e"),
        f = symir_int("f");
    int list[6] = {a, b, c, d, e, f};
    SYMIR_TEST(has_successor, list);
}
