/* Sides are those of the condition as it is written, although compilers exchange them for a `!`. */
#include "symir.h"

int sides(int x, int y) {
    int r = 0;

    if (!x)
        r += 1;
    if (!!y)
        r += 2;
    if (x == 0)
        r += 3;
    if (!(x && y))
        r += 4;
    if (!x && y)
        r += 5;
    if (!x ||
        !y)
        r += 6;
    r += !x ? 7 : 8;
    for (; !(x > y);)
        r++;
    while (!(x > y))
        r++;
    do
        r--;
    while (!(x > 0));
    int k = !x || y;
    if (!(x || y) && r)
        k++;
    if (x
        && !y
        && (!(x > 9) ? !y : y > 3))
        k++;
    if (!(!x && !(y || x > 7)))
        k++;
    switch (!x) {
    case 0:
        k++;
        break;
    default:
        k--;
    }
    return r + k;
}

int main(void) {
    int x = symir_range(5, 6, "x"), y = symir_range(0, 0, "y");
    SYMIR_TEST(sides, x, y);
}
