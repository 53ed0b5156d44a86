/* Limits with many digits, limits of sums, and limits of members of a union. */

struct shape {
    enum kind { CIRCLE, SQUARE, RECTANGLE } kind;
    union {
        double radius;
        int side;
        struct {
            int width, height;
        } rectangle;
    } of;
};

int price_of(int count, int price) {
    if (count < 1 || price < 0 || price > 10000)
        return -1;
    return count == 1 ? price : price - 1;
}

int seconds_left(unsigned int now) {
    return now < 86400 ? 1 : 0;
}

int heavier(int left, int more_left, int right, int more_right) {
    return left + more_left > right + more_right;
}

int may_scale(const struct shape *shape, int factor) {
    if (factor <= 0 || factor > 100)
        return 0;
    switch (shape->kind) {
    case CIRCLE:
        return 1;
    case SQUARE:
        return shape->of.side >= 0 && shape->of.side <= 1000;
    default:
        return 0;
    }
}
