/* What a function may not change, by its declaration, and what it may. */
struct limits {
    int low, high;
    int steps[3];
};

struct meter {
    const struct limits *limits;
    int value;
};

/* The limits stay as they are: compilers see to that. */
int clamp(const struct limits *limits, int value) {
    if (value < limits->low)
        return limits->low;
    return value > limits->high ? limits->high : value;
}

/* The meter may change and does not. */
int is_at_end(struct meter *meter) {
    return meter->limits != 0 && meter->value == meter->limits->high;
}

/* Of several pointers to the same object one may change it. */
int longest(const struct limits *one, struct limits *other) {
    if (one != other && one->high > other->high)
        other->high = one->high;
    return other->high;
}
