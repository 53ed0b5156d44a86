#include "symir.h"
#include "../derived.c"

int main(void) {
    struct square *square = symir_pointer(struct square, "square");

    symir_assume(square != NULL);
    SYMIR_TEST(side_of, &square->shape);
    return 0;
}
