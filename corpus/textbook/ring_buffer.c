/* A queue of bytes in a ring of fixed size. */
#define ROOM 8

struct ring {
    unsigned char bytes[ROOM];
    unsigned begin, n;
};

int put(struct ring *ring, unsigned char byte) {
    if (ring->n >= ROOM)
        return 0;
    ring->bytes[(ring->begin + ring->n) % ROOM] = byte;
    ring->n++;
    return 1;
}

/* The next byte, or -1 if the ring is empty. */
int get(struct ring *ring) {
    int byte;

    if (ring->n == 0)
        return -1;
    byte = ring->bytes[ring->begin % ROOM];
    ring->begin = (ring->begin + 1) % ROOM;
    ring->n--;
    return byte;
}
