#include "symir.h"
#include "../user_data.c"

int main(void) {
    struct timer timer;

    timer.expires = symir_long("expires");
    timer.user_data = symir_pointer(struct session, "session");
    SYMIR_TEST(on_timer, &timer);
    return 0;
}
