/* Members that say how many elements others have: at the end of an object, behind a pointer, in an object within another. */
#include "symir.h"

struct packet {
    void *owner;
    unsigned short length;
    unsigned char data[];
};

struct list {
    int count;
    int *items;
};

struct room {
    int number;
    struct list seats;
};

int last(const struct packet *packet)
{
    return packet->length == 0 ? -1 : packet->data[packet->length - 1];
}

int beyond(const struct packet *packet)
{
    return packet->data[packet->length + 6];
}

int taken(const struct room *room)
{
    int n = 0;

    for (int i = 0; i < room->seats.count; i++)
        n += room->seats.items[i] == room->number;
    return n;
}

int main(void)
{
    symir_counted(struct packet, data, length, 3);
    symir_counted(struct list, items, count, 2);

    struct packet *packet = symir_pointer(struct packet, "packet");
    symir_assume(packet != NULL);
    int which = symir_choose(3, "which");
    if (which == 0) {
        SYMIR_TEST(last, packet);
    } else if (which == 1) {
        SYMIR_TEST(beyond, packet);
    } else {
        struct room *room = symir_pointer(struct room, "room");
        symir_assume(room != NULL);
        SYMIR_TEST(taken, room);
    }
    return 0;
}
