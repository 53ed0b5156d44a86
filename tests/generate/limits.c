/* Limits with many digits, limits of sums, and limits of members of a union. */

struct reading {
    enum unit { DEGREES, STEPS, INTERVAL } unit;
    union {
        double degrees;
        int steps;
        struct { int from, to; } interval;
    } is;
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

int may_send(const struct reading *reading, int priority) {
    if (priority <= 0 || priority > 100)
        return 0;
    switch (reading->unit) {
    case DEGREES:
        return 1;
    case STEPS:
        return reading->is.steps >= 0 && reading->is.steps <= 1000;
    default:
        return 0;
    }
}
