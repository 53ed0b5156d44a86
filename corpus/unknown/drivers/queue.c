#include "symir.h"
#include "../queue.c"

int main(void) {
    struct queue queue;

    queue.slots[0] = symir_pointer(struct work, "work");
    queue.slots[1] = NULL;
    queue.used = symir_uint("used");
    SYMIR_TEST(next_cost, &queue);
    return 0;
}
