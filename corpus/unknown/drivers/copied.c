#include "symir.h"
#include "../copied.c"

int main(void) {
    struct options *from = symir_pointer(struct options, "from");

    symir_assume(from != NULL);
    SYMIR_TEST(configure, from);
    return 0;
}
