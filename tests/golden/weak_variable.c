/* A weak variable that no file defines has a null address, also where tests run natively. */
#include "symir.h"

extern int limit __attribute__((weak));

static int is_over(int n) {
    return &limit != NULL ? n > limit : n > 3;
}

int main(void) {
    SYMIR_TEST(is_over, symir_int("n"));
    return 0;
}
