/* Opens a connection. */
#include "symir.h"
#include <sys/socket.h>

static int dial(int n) {
    return n == 7 ? socket(AF_INET, SOCK_STREAM, 0) : n;
}

int main(void) {
    int n = symir_range(6, 7, "n");
    SYMIR_TEST(dial, n);
}
