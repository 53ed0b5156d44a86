/* Loops of every kind, nested, on one line and over several. */
#include "symir.h"

static int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += i;
    return s;
}

static int triangle(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) s++;
    return s;
}

int loops(int n, int step) {
    int turns = 0;

    do {
        turns++;
    } while (turns < n);

    for (int i = 0;
         i < n;
         i += step) {
        if (i == 2)
            continue;
        if (i == 3)
            break;
        turns += 10;
    }

    while (n-- > 0) turns += n & 1 ? 100 : 200;

again:
    if (step > 1) {
        step--;
        goto again;
    }
    for (;;) {
        if (turns-- < 300)
            break;
    }
    return turns + sum(n + 3) + triangle(step + 2);
}

int main(void) {
    int n = symir_range(0, 5, "n");
    int step = symir_range(1, 3, "step");

    SYMIR_TEST(loops, n, step);
}
