/* Structures of operations whose functions are given types of the program itself, as drivers have them. */
#include <stddef.h>

typedef struct device device_t;
typedef struct {
    int code;
    int value;
} event_t;
typedef enum { LEVEL_OFF, LEVEL_LOW, LEVEL_HIGH } level_t;

typedef struct {
    int (*open)(device_t *device, int mode);
    level_t (*level)(const device_t *device);
    int (*handle)(device_t *device, const event_t *event);
    void (*close)(device_t *device);
    int (*flush)(device_t *device);
    int (*reset)(device_t *device);
} operations_t;

struct device {
    int id;
    int n_events;
    const operations_t *operations;
};

int device_open(device_t *device, int mode)
{
    if (device == NULL || device->operations == NULL || device->operations->open == NULL)
        return -1;
    if (device->operations->open(device, mode) < 0)
        return -2;
    return 0;
}

int device_level(const device_t *device)
{
    switch (device->operations->level(device)) {
    case LEVEL_OFF:
        return 0;
    case LEVEL_LOW:
        return 20;
    default:
        return 80;
    }
}

int device_handle(device_t *device, const event_t *event)
{
    if (event->code == 0)
        return 0;
    device->n_events++;
    return device->operations->handle(device, event) == 0 ? 1 : -1;
}

/* A callback that is a parameter. */
int each_event(event_t *events, size_t n, int (*visit)(event_t *event, int position))
{
    int sum = 0;

    for (size_t i = 0; i < n; i++) {
        int result = visit(&events[i], (int)i);
        if (result < 0)
            return -1;
        sum += result > 0;
    }
    return sum;
}
