/* A controller that reads a sensor and drives a valve by operations that it is given. */
struct operations {
    int (*read)(int channel);
    void (*write)(int channel, int value);
};

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

static int filtered(int value, int last) {
    return (value + 3 * last) / 4;
}

int regulate(int (*read)(int channel), void (*write)(int channel, int value), int target) {
    int is = read(1);

    if (is < 0)
        return -1;
    int error = clamp(target, 0, 1000) - clamp(is, 0, 1000);
    int output = clamp(filtered(error, is), 0, 100);
    if (output > 0)
        write(2, output);
    return output;
}
