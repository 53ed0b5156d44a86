/* A bus of somebody else: calls that set errno, that never return, and that give buffers to be filled. */
#include <errno.h>
#include <stddef.h>

struct frame {
    int kind;
    int used;
};

int bus_read(int address);
struct frame *frame_get(size_t size);
void frame_send(const struct frame *frame);
struct frame *frame_queued(struct frame *frame, int place);
char *bus_name(int address);
void *bus_map(size_t size);
_Noreturn void halt(int code);

int level(int address) {
    int value = bus_read(address);

    if (value < 0)
        return errno == EAGAIN ? -2 : errno == EIO ? -3 : -1;
    if (value > 4095)
        halt(3);
    return value > 100;
}

int announce(int kind) {
    struct frame *frame = frame_get(sizeof *frame);

    if (frame == NULL)
        return -1;
    if (frame->used)
        return -2;
    frame->kind = kind;
    frame_send(frame);
    frame->used = 1;
    return 0;
}

struct frame *fresh(int kind) {
    struct frame *frame = frame_get(sizeof *frame);

    if (frame != NULL)
        frame->kind = kind;
    return frame;
}

int is_queued(struct frame *frame) {
    struct frame *found = frame_queued(frame, 2);

    if (found == NULL)
        return -1;
    found->used = 9;
    return found == frame;
}

int is_bus(int address) {
    const char *name = bus_name(address);

    return name != NULL && name[0] == 'b';
}

int map_first(void) {
    unsigned char *map = bus_map(4);

    if (map == NULL)
        return -1;
    map[0] = 1;
    return map[1] == 7;
}
