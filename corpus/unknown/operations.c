/* A table of operations and what they work on. */
#include <stddef.h>

struct device {
    const struct operations *operations;
    void *private;
};

struct operations {
    int (*read)(struct device *device);
};

struct counter {
    int value;
    int limit;
};

static int read_counter(struct device *device) {
    struct counter *counter = device->private;

    if (counter == NULL)
        return -1;
    return counter->value < counter->limit ? counter->value : counter->limit;
}

static const struct operations counter_operations = {read_counter};

int read_device(void *private) {
    struct device device = {&counter_operations, private};

    return device.operations->read(&device) > 10;
}
