/* A number that is the address of a label is another one natively. */
#include "symir.h"

static int jump(unsigned long place) {
    static void *places[] = {&&first, &&second};

    if (place < 2)
        goto *places[place];
    goto *(void *)place;
first:
    return 1;
second:
    return 2;
}

int main(void) {
    unsigned long place = symir_ulong("place");

    SYMIR_TEST(jump, place);
    return 0;
}
