/* Whether six integers sum up to 42. */
#include "symir.h"

/* All numbers, or those of a range. */
#ifdef RANGE
#define NUMBER(name) symir_range(-RANGE, RANGE - 1, name)
#else
#define NUMBER(name) symir_int(name)
#endif

int is_sum(int a, int b, int c, int d, int e, int f) {
    if ((long)a + b + c + d + e + f == 42)
        return 1;
    return 0;
}

int main(void) {
    int a = NUMBER("a"), b = NUMBER("b"), c = NUMBER("c"), d = NUMBER("d"), e = NUMBER("e"),
        f = NUMBER("f");
    SYMIR_TEST(is_sum, a, b, c, d, e, f);
}
