/* Another result in every run: rand. */
#include "symir.h"
#include <stdlib.h>

static int draw(void) {
    return (int)(rand() % 1000);
}

int main(void) {
    SYMIR_TEST(draw);
}
