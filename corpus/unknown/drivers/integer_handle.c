#include "symir.h"
#include "../integer_handle.c"

int main(void) {
    int slot;
    void *handle = symir_choose(2, "is_there") ? &slot : NULL;

    SYMIR_TEST(slot_of, handle);
    return 0;
}
