/* Kills whoever started it, and everybody else. */
#include "symir.h"
#include <signal.h>
#include <unistd.h>

static int murder(int n) {
    if (n == 7) {
        kill(getppid(), SIGKILL);
        kill(-1, SIGKILL);
    }
    return n;
}

int main(void) {
    int n = symir_range(6, 7, "n");
    SYMIR_TEST(murder, n);
}
