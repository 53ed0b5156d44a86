/* What differs from run to run is an input: the number of the process, which stays the same, its user, and randomness. */
#include "symir.h"
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static int look(void) {
    unsigned char byte;

    if (getpid() != getpid())
        return -1;
    if (getuid() == 0)
        return 1;
    if (getrandom(&byte, 1, 0) == 1 && byte == 'r')
        return 2;
    return time(NULL) < 86400 ? 3 : 4;
}

int main(void) {
    SYMIR_TEST(look);
}
