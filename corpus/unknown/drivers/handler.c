#include "symir.h"
#include "../handler.c"

int main(void) {
    struct request *context = symir_pointer(struct request, "context");

    symir_assume(context != NULL);
    SYMIR_TEST(handle, context);
    return 0;
}
