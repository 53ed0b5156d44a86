/* symir: --detect uninitialised */
#include "symir.h"

int value(int set) {
    int local;

    if (set)
        local = 5;
    return local;
}

int main(void) {
    int set = symir_int("set");
    SYMIR_TEST(value, set);
}
