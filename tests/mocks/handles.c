/* Moves from one connection to another. Only a library knows what a connection is. */
#include <stddef.h>

struct link;

struct head {
    unsigned char kind, size;
    unsigned short id;
};

int link_ready(const struct link *link);
int link_send(struct link *link, const void *data, size_t size);
void link_close(struct link *link);
struct link *link_open(int port);

int both_ready(const struct link *first, const struct link *second) {
    if (!link_ready(first)) return -1;
    return link_ready(second) ? 0 : -2;
}

int move(struct link *from, int port, int id) {
    struct head head = {7, sizeof head, id};
    struct link *to = link_open(port);
    if (to == NULL) return -1;
    if (link_send(to, &head, sizeof head) < 0) {
        link_close(to);
        return -2;
    }
    link_close(from);
    return 0;
}
