#include "symir.h"
#include "../operations.c"

int main(void) {
    struct counter *private = symir_pointer(struct counter, "private");

    SYMIR_TEST(read_device, private);
    return 0;
}
