/* Reads local variables of blocks that were left: each case once, beside ways through blocks that are fine. */
#include "symir.h"

static int of_block(int n) {
    int other = 1;
    int *p = &other;

    if (n == 1) {
        int inner = n + 4;
        p = &inner;
        other += *p; /* inside */
    }
    return *p;
}

static int of_loop(int n) {
    int sum = 0;
    int *last = &sum;

    for (int i = 0; i < n; i++) {
        int here[2] = {i, i * 10};
        if (n == 3)
            last = here;
        sum += here[1] + *last;
    }
    return *last;
}

static int of_nested(int n) {
    int result = 0;
    {
        int outer = 1;
        int *p = &outer;
        {
            int inner[2] = {2, 3};
            if (n != 5)
                p = &inner[1];
            result = *p;
            if (n == 6)
                return *p; /* inside */
        }
        if (n == 5 || n == 4)
            result += *p; /* of the outer one or of the inner one */
    }
    return result;
}

static int of_switch(int n) {
    int sum = 0;
    int *p = &sum;

    switch (n) {
    case 2:;
        int skipped = 4;
        p = &skipped;
        /* fall through */
    case 6:
        skipped = 5;
        sum += skipped + *p;
        break;
    default:
        break;
    }
    return *p;
}

int main(void) {
    int n = symir_int("n");

    symir_assume(n >= 0 && n <= 6);
    SYMIR_TEST(of_block, n);
    SYMIR_TEST(of_loop, n);
    SYMIR_TEST(of_nested, n);
    SYMIR_TEST(of_switch, n);
}
