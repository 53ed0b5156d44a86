/* Results that are computed without a branch: each kind of them has a test, and so has the border of a comparison. */
#include "symir.h"

enum color { RED, GREEN = 5, BLUE };

struct rectangle {
    int width, height;
};

static bool is_even(int n) {
    return n % 2 == 0;
}

static int sign(int x) {
    return (x > 0) - (x < 0);
}

static int area(const struct rectangle *of) {
    return of->width * of->height;
}

static int max(int a, int b) {
    return a > b ? a : b;
}

static enum color next(enum color color) {
    return color == RED ? GREEN : color == GREEN ? BLUE : RED;
}

int main(void) {
    int which = symir_range(1, 5, "which"), a = symir_int("a"), b = symir_int("b");
    struct rectangle rectangle;
    enum color color;

    switch (which) {
    case 1: SYMIR_TEST(is_even, a); break;
    case 2: SYMIR_TEST(sign, a); break;
    case 3: SYMIR_TEST(max, a, b); break;
    case 4:
        symir_object(rectangle, "rectangle");
        SYMIR_TEST(area, &rectangle);
        break;
    default:
        symir_object(color, "color");
        SYMIR_TEST(next, color);
    }
}
