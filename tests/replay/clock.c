/* Another result in every run: time. */
#include "symir.h"
#include <time.h>

static int draw(void) {
    return (int)(time(NULL) % 1000);
}

int main(void) {
    SYMIR_TEST(draw);
}
