/* Bisection: the integer square root, and the place where a rising polynomial passes a value. */
unsigned square_root(unsigned n) {
    unsigned low = 0, high = 65536;

    while (high - low > 1) {
        unsigned middle = (low + high) / 2;

        if (middle * middle <= n)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The least x up to 1000 with x * x * x + x >= value, or -1. */
int where_reached(long value) {
    int low = 0, high = 1000;

    if (value > 1000L * 1000 * 1000 + 1000)
        return -1;
    while (low < high) {
        long middle = (low + high) / 2;

        if (middle * middle * middle + middle >= value)
            high = (int)middle;
        else
            low = (int)middle + 1;
    }
    return low;
}
