/* longjmp out of two calls, and to a function that is gone. */
#include "symir.h"
#include <setjmp.h>

static jmp_buf here, gone;

static void jump(int value) {
    if (value > 1)
        longjmp(here, value);
}

static void leave(void) {
    setjmp(gone);
}

int attempt(unsigned char value) {
    int result = setjmp(here);

    if (result)
        return result;
    if (value == 1) {
        leave();
        longjmp(gone, 1);
    }
    jump(value & 3);
    return 0;
}

int main(void) {
    unsigned char value = symir_uchar("value");
    SYMIR_TEST(attempt, value);
}
