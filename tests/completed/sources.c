/* What differs from run to run: the time, numbers of the process, chance, the environment, and a library's own counter. */
#include "symir.h"
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static int draw(void) {
    return rand() % 1000;
}

static double drawn_twice(void) {
    return drand48() + (double)(random() % 7);
}

static int second(void) {
    return (int)(time(NULL) % 60);
}

static int number(void) {
    return getpid();
}

static int roll(void) {
    unsigned char byte = 0;
    getrandom(&byte, 1, 0);
    return byte;
}

static int level(void) {
    const char *text = getenv("LEVEL");
    return text ? atoi(text) : 3;
}

static int stamp(void) {
    static char text[9];
    return (int)((unsigned long)text >> 12 & 0xffff) + (int)(clock() & 1);
}

int main(void) {
    switch (symir_range(0, 6, "which")) {
    case 0:
        SYMIR_TEST(draw);
        break;
    case 1:
        SYMIR_TEST(drawn_twice);
        break;
    case 2:
        SYMIR_TEST(second);
        break;
    case 3:
        SYMIR_TEST(number);
        break;
    case 4:
        SYMIR_TEST(roll);
        break;
    case 5:
        SYMIR_TEST(level);
        break;
    default:
        SYMIR_TEST(stamp);
    }
}
