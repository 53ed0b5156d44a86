#include "symir.h"
#include "../visit.c"

/* A cell, with the type of what it holds. */
struct cell_of_long {
    long *value;
    struct cell_of_long *next;
};

int main(void) {
    struct cell_of_long *list = symir_pointer(struct cell_of_long, "list");
    struct statistics *context = symir_pointer(struct statistics, "context");

    SYMIR_TEST(visit, (struct cell *)list, context);
    return 0;
}
