/* A shift by the width or more is an error, by less is none. */
#include "symir.h"

unsigned shifted(unsigned by) {
    return 1u << by;
}

int main(void) {
    unsigned by = symir_uint("by");
    SYMIR_TEST(shifted, by);
}
