/* symir: -- -fsanitize=function */
/* The check of a function's type reads the word before its code: before a null pointer, that is an error, too. */
#include "symir.h"

static int twice(int number) { return 2 * number; }

static int call(int (*function)(int), int number) {
    return function(number);
}

int main(void) {
    int number = symir_int("number");

    symir_assume(0 < number && number < 9);
    SYMIR_TEST(call, number > 3 ? twice : NULL, number);
    return 0;
}
