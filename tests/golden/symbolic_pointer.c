/* A pointer that may point to several objects, one of them too small; and a function among several. */
#include "symir.h"

static int many[3] = {1, 2, 3}, few[2] = {10, 20}, one = 100;

static int plus(int x) { return x + 1; }
static int minus(int x) { return x - 1; }

int pick(unsigned char which, unsigned char index) {
    int *objects[3] = {many, few, &one};
    int (*functions[2])(int) = {plus, minus};

    if (which >= 3)
        return -1;
    return functions[which & 1](objects[which][index & 1]);
}

int main(void) {
    unsigned char which = symir_uchar("which"), index = symir_uchar("index");
    SYMIR_TEST(pick, which, index);
}
