/* Whether an element of a list of six is followed by its successor. */
#include "symir.h"

/* All numbers, or those of a range. */
#ifdef RANGE
#define NUMBER(name) symir_range(-RANGE, RANGE - 1, name)
#else
#define NUMBER(name) symir_int(name)
#endif

int has_successor(const int *list) {
    for (int i = 0; i < 5; i++)
        if ((int)((unsigned)list[i] + 1) == list[i + 1])
            return 1;
    return 0;
}

int main(void) {
    int a = NUMBER("a"), b = NUMBER("b"), c = NUMBER("c"), d = NUMBER("d"), e = NUMBER("e"),
        f = NUMBER("f");
    int list[6] = {a, b, c, d, e, f};
    SYMIR_TEST(has_successor, list);
}
