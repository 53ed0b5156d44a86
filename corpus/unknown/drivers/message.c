#include "symir.h"
#include "../message.c"

int main(void) {
    void *message;

    if (symir_choose(2, "which") == 0)
        message = symir_pointer(struct ping, "ping");
    else
        message = symir_pointer(struct text, "text");
    symir_assume(message != NULL);
    SYMIR_TEST(receive, message);
    return 0;
}
