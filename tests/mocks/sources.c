/* Chance, the time, the process and the environment, as the C library has them. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int roll(int sides) {
    if (sides <= 0)
        return -1;
    return rand() % sides == 0 ? 1 : 0;
}

int is_expired(long until) {
    return time(NULL) >= until;
}

int is_verbose(void) {
    const char *level = getenv("LEVEL");
    if (level == NULL)
        return 0;
    return level[0] == '2' ? 2 : 1;
}

int is_own(int pid) {
    return pid == getpid();
}
