/* Two hundred inputs of which the function uses three. */
#include "symir.h"
#ifndef INPUTS
#define INPUTS 200
#endif

static int middle(const int *values, int first)
{
    int a = values[first], b = values[first + 1], c = values[first + 2];

    if (a > b) {
        int swapped = a;

        a = b;
        b = swapped;
    }
    return c < a ? a : c > b ? b : c;
}

int main(void)
{
    int values[INPUTS];

    for (int i = 0; i < INPUTS; i++)
        values[i] = symir_int("value");
    SYMIR_TEST(middle, values, 7);
    return 0;
}
