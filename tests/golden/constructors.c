/* Constructors run before main. */
#include "symir.h"

static int limit;

__attribute__((constructor)) static void prepare(void) {
    limit = 3;
}

int below(int x) {
    return x < limit;
}

int main(void) {
    int x = symir_int("x");
    SYMIR_TEST(below, x);
}
