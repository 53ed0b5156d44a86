/* Another result in every run: an address. */
#include "symir.h"

static int there;

static int where(void) {
    return (int)(unsigned long)&there;
}

int main(void) {
    SYMIR_TEST(where);
}
