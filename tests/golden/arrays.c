/* symir: --explain */
/* Arrays of inputs, and bool. */
#include "symir.h"

static int above(const int *values, size_t n, const bool *wanted) {
    int count = 0;

    for (size_t i = 0; i < n; i++)
        if (wanted[i] && values[i] > 100)
            count++;
    return count;
}

static bool is_small(uint16_t a, double b) {
    return a < 10 && b < 0.5;
}

int main(void) {
    int values[2];
    bool wanted[2] = { true };
    uint16_t pair[2];
    double parts[1];

    symir_ints(values, "values");
    symir_bools(&wanted[1], 1, "wanted");
    symir_uint16s(pair, "pair");
    symir_doubles(parts, "parts");
    SYMIR_TEST(above, values, 2, wanted);
    SYMIR_TEST(is_small, pair[1], parts[0]);
}
