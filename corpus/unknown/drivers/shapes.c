#include "symir.h"
#include "../shapes.c"

int main(void) {
    enum kind kind = symir_choose(3, "kind");
    void *shape = NULL;

    if (kind == CIRCLE)
        shape = symir_pointer(struct circle, "circle");
    else if (kind == RECTANGLE)
        shape = symir_pointer(struct rectangle, "rectangle");
    symir_assume(shape != NULL || kind == NOTHING);
    SYMIR_TEST(area, kind, shape);
    return 0;
}
