/* Arrays of a length of their own: exactly as long as they say. */
#include "symir.h"

struct point {
    short x, y;
};

static int sum(const int *a, size_t n) {
    int sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum > 100;
}

static int last_of_all(const struct point *points, size_t n) {
    int found = -1;

    for (size_t i = 0; i <= n; i++)
        if (points[i].x > points[i].y)
            found = (int)i;
    return found;
}

static int middle(const unsigned char *bytes, size_t n) {
    return n > 0 ? bytes[n / 2] : -1;
}

int main(void) {
    switch (symir_choose(3, "which")) {
    case 0: {
        int *a = symir_array(int, 3, "a");

        SYMIR_TEST(sum, a, symir_array_length(a));
        break;
    }
    case 1: {
        struct point *points = symir_array(struct point, 2, "points");

        SYMIR_TEST(last_of_all, points, symir_array_length(points));
        break;
    }
    default: {
        unsigned char *bytes = symir_array(unsigned char, 4, "bytes");

        SYMIR_TEST(middle, bytes, symir_array_length(bytes));
    }
    }
}
