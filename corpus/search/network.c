/* Sorting by a network of comparisons, then questions about what was sorted. */
#include "symir.h"

static void order(int *a, int *b)
{
    if (*a > *b) {
        int kept = *a;
        *a = *b;
        *b = kept;
    }
}

int sorted(int *v)
{
    static const unsigned char pairs[12][2] = {
        {0, 5}, {1, 3}, {2, 4}, {1, 2}, {3, 4}, {0, 3}, {2, 5}, {0, 1}, {2, 3}, {4, 5}, {1, 2}, {3, 4},
    };
    for (int i = 0; i < 12; i++)
        order(&v[pairs[i][0]], &v[pairs[i][1]]);
    int equal = 0;
    for (int i = 1; i < 6; i++)
        if (v[i] == v[i - 1])
            equal++;
    if (equal == 5)
        return 5;
    if (equal == 0 && v[5] - v[0] == 5)
        return 6;
    return v[2] < 0 && v[3] > 0 ? 7 : equal;
}

int main(void)
{
    int v[6];
    for (int i = 0; i < 6; i++)
        v[i] = symir_range(-8, 8, "v");
    SYMIR_TEST(sorted, v);
}
