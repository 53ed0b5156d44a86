/* Errors that native runs once did not confirm: each is seen by a sanitizer, or by the machine. */
#include "symir.h"
#include <stdlib.h>

typedef int four __attribute__((vector_size(16)));

static int twice(int x) {
    return 2 * x;
}

static int jump(int which) {
    void *labels[3] = {&&first, &&second, 0};

    goto *labels[which];
first:
    return 1;
second:
    return 2;
}

static int err(unsigned char kind, signed char n) {
    char few[8] = {0};
    char *none;
    four numbers = {1, 2, 3, 4};
    int (*call)(int) = twice;
    int *number;

    switch (kind) {
    case 0: /* Not a byte belongs to it. */
        none = malloc(0);
        *none = n;
        n = *none;
        free(none);
        return n;
    case 1: /* Not aligned, and three bytes behind the end. */
        return n == 7 ? *(int *)(few + n) : 0;
    case 2:
        if (n == 3)
            __builtin_trap();
        return 0;
    case 3:
        if (n < 3) {
            int array[n];
            if (n > 0)
                array[0] = n;
            return n > 0 ? array[0] : 0;
        }
        return 3;
    case 4:
        return numbers[n];
    case 5:
        numbers[n & 7] = 9;
        return numbers[0];
    case 6:
        return jump(n & 1 ? 2 : 0);
    case 7:
        if (n == 1)
            call = 0;
        return call(3);
    case 8: /* Half of an address is no address, and not null. */
        number = malloc(sizeof *number);
        *number = 5;
        if ((int)(long)number == 0)
            return -1;
        return *(int *)(long)(int)(long)number;
    case 9:
        if (n == 4)
            symir_string(few, 16, "text");
        else
            symir_string(few, 8, "text");
        return few[0] == 'a';
    default:
        return -1;
    }
}

int main(void) {
    unsigned char kind = symir_uchar("kind");
    signed char n = symir_schar("n");
    symir_assume(kind < 10);
    SYMIR_TEST(err, kind, n);
}
