/* symir: --one-test-a-path */
/* What decides beside the arguments: variables of the program, and inputs that the function asks for itself. */
#include "symir.h"
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

int counter;
int limit = 10;
struct settings {
    int verbose, width;
    const char *prefix;
} settings = {0, 80, "> "};
static int history[8];
int unused = 3;

int tick(void)
{
    return ++counter;
}

int is_above(int value)
{
    return value > limit;
}

int width(void)
{
    return settings.verbose ? settings.width : 0;
}

void record(int value)
{
    history[counter] = value;
}

int next(void)
{
    static int last = 100;
    return last += 1;
}

int roll(void)
{
    unsigned char byte;
    if (getrandom(&byte, 1, 0) != 1)
        return -1;
    return byte % 6 == 0 ? 6 : 1;
}

int is_first_process(void)
{
    return getppid() < 100;
}

int main(void)
{
    symir_test_begin("tick");
    tick();
    symir_test_begin("tick");
    tick();
    unused = 4;
    symir_test_begin("is_above");
    is_above(5);
    limit = symir_int("limit");
    symir_assume(limit < 100);
    symir_test_begin("is_above");
    is_above(5);
    settings.verbose = 1;
    symir_test_begin("width");
    width();
    symir_test_begin("record");
    record(7);
    symir_test_begin("next");
    next();
    symir_test_begin("next");
    next();
    symir_test_begin("roll");
    roll();
    symir_test_begin("is_first_process");
    is_first_process();
    return 0;
}
