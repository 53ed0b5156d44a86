/* Structures of which one member says how many elements another one has: arrays at their end, and what pointers lead to. */
#include <stddef.h>
#include <string.h>

/* By its name, and by what indices are compared with. */
struct packet {
    int kind;
    unsigned char length;
    unsigned char data[];
};

int checksum(const struct packet *packet) {
    int sum = 0;

    for (int i = 0; i < packet->length; i++)
        sum += packet->data[i];
    return packet->kind == 3 && sum > 300 ? -1 : sum;
}

/* Whoever gives an index sees to it that there is such an element. */
int packet_at(const struct packet *packet, size_t at) {
    if (packet == NULL)
        return -1;
    return packet->data[at];
}

/* Behind another pointer. */
struct frame {
    struct packet *packet;
    int number;
};

int starts_with(const struct frame *frame, char first) {
    if (frame->packet == NULL || frame->packet->length == 0)
        return 0;
    return frame->packet->data[0] == first;
}

/* How much there is and how much of it is used. */
typedef struct {
    void *next;
    unsigned used, room;
    char text[];
} buffer_t;

int put(buffer_t *buffer, char c) {
    if (buffer->used == buffer->room)
        return 0;
    buffer->text[buffer->used++] = c;
    return 1;
}

/* What the declaration says needs no run. */
struct row {
    int n;
    short values[] __attribute__((counted_by(n)));
};

int most(const struct row *row) {
    int best = -1;

    for (int i = 0; i < row->n; i++)
        if (row->values[i] > best)
            best = row->values[i];
    return best;
}

/* One too many is a bug, since the loop itself says how many there are. */
int total(const struct row *row) {
    int sum = 0;

    if (row == NULL)
        return 0;
    for (int i = 0; i <= row->n; i++)
        sum += row->values[i];
    return sum;
}

/* Pointers behind pointers, with their number beside them. */
struct list {
    int *items;
    size_t count, space;
};

struct room {
    struct list *seats;
};

long taken(const struct room *room) {
    long n = 0;

    for (size_t i = 0; i < room->seats->count; i++)
        n += room->seats->items[i] == 1;
    return n;
}
