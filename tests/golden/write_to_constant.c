/* A literal is read freely and never written. */
#include "symir.h"

char touch(int write) {
    char *text = (char *)"text";

    if (write)
        text[1] = 'a';
    return text[1];
}

int main(void) {
    int write = symir_int("write");
    SYMIR_TEST(touch, write);
}
