/* Under a sanitizer, touches more memory than a test may have before it comes to its error. */
#include "symir.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if __has_feature(address_sanitizer)
static void eat(void) {
    for (;;) {
        char *memory = malloc(16 << 20);
        if (memory)
            memset(memory, 1, 16 << 20);
        usleep(2000);
    }
}
#else
static void eat(void) {
}
#endif

static int divide(int n) {
    eat();
    return 10 / n;
}

int main(void) {
    int n = symir_int("n");
    SYMIR_TEST(divide, n);
}
