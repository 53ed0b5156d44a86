/* The same without a call under test: the function is shown by its name. */
#include "symir.h"

static int one(int a) {
    return a;
}

static int other(int a) {
    return a + 1;
}

int main(void) {
    int (*run)(int) = (int (*)(int))symir_ulong("run");

    symir_assume(run == one || run == other);
    return run(symir_range(0, 5, "a"));
}
