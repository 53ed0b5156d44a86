/* Pointers to local variables of blocks, used while the blocks are active: nothing here is wrong. */
#include "symir.h"

struct pair {
    int x, y;
};

static int change(int *p) {
    return ++*p;
}

static int loops(int n) {
    int sum = 0;

    for (int i = 0; i < n; i++) {
        int here = i;
        int *p = &here;
        if (i == 1)
            continue;
        while (change(p) < 3) {
            int deep = *p;
            if (change(&deep) == 2)
                break;
            sum += deep;
        }
        sum += *p;
    }
    return sum;
}

static int jumps(int n) {
    int rounds = 0;
    int *p = 0;

    goto inside;
    while (rounds < 3) {
        int kept;
    inside:
        p = &kept;
        *p = rounds++;
        change(&kept);
        if (n == rounds) {
            struct pair both = {n, kept};
            struct pair *q = &both;
            return q->x + q->y + *p;
        }
    }
    return rounds;
}

static int chosen(int n) {
    switch (n) {
    case 0:;
        int shared = 1;
        return change(&shared);
    case 1: {
        int own = 5;
        shared = change(&own);
        change(&shared);
        return own + shared;
    }
    default:
        shared = n;
        return n > 2 && ({ int last = shared; change(&last); }) > 4 ? 1 : 2;
    }
}

static struct pair made(int n) {
    if (n) {
        struct pair one = {n, 1};
        change(&one.x);
        return one;
    }
    struct pair other = {0, 2};
    return other;
}

static int sum_of_made(int n) {
    return made(n).x + made(n).y;
}

int main(void) {
    int n = symir_int("n");

    symir_assume(n >= 0 && n <= 3);
    SYMIR_TEST(loops, n);
    SYMIR_TEST(jumps, n);
    SYMIR_TEST(chosen, n);
    SYMIR_TEST(sum_of_made, n);
}
