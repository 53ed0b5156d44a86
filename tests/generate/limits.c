/* Limits with many digits, limits of sums, limits of members of a union, full arrays, and rings. */

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

struct basket {
    int items[8];
    int count;
};

int basket_put(struct basket *basket, int item) {
    if (basket->count >= 8)
        return -1;
    basket->items[basket->count] = item;
    return basket->count++;
}

struct ring {
    int *slots;
    unsigned long size, first, used;
};

int ring_put(struct ring *ring, int value) {
    if (ring->used == ring->size)
        return 0;
    ring->slots[(ring->first + ring->used) % ring->size] = value;
    ring->used++;
    return 1;
}
