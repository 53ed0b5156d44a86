/* Accesses far out of bounds, which fall into other objects or between them. */
#include "symir.h"
#include <stdarg.h>
#include <stdlib.h>

static int low[300] = {1};
static const _Alignas(4096) short table[64] = {2, 3};
static long high[300] = {4};
static char zeros[100];

static int look(int at) {
    /* The type no longer says where the table ends. */
    const short *start = table;

    return low[0] + start[at] + (int)high[0];
}

static int next(int n, ...) {
    va_list list;
    int sum = 0;

    va_start(list, n);
    while (n-- > 0)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

static int touch(int what) {
    char *block = malloc(20), local[8] = {0};
    char *volatile places[] = {local, zeros};
    int sum = 0;

    switch (what) {
    case 0:
        return look(-100);
    case 1:
        return look(300);
    case 2:
        return block[200];
    case 3:
        block[-200] = 1;
        break;
    case 4:
        places[1][symir_range(0, 1000, "at")] = 1;
        break;
    case 5:
        sum = look(symir_range(-1000, 63, "index"));
        break;
    case 6:
        /* Farther than any sanitizer looks. */
        sum = places[0][4000];
        break;
    case 7:
        return next(2, 5);
    }
    free(block);
    return sum;
}

int main(void) {
    SYMIR_TEST(touch, symir_range(0, 7, "what"));
}
