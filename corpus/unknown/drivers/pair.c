#include "symir.h"
#include "../pair.c"

int main(void) {
    struct sample *sample = symir_pointer(struct sample, "sample");
    struct limits *limits = symir_pointer(struct limits, "limits");

    symir_assume(sample != NULL);
    symir_assume(limits != NULL);
    SYMIR_TEST(in_limits, sample, limits);
    return 0;
}
