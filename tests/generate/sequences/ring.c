/* A ring over the caller's memory: who sets it up answers for the memory and for its size. */
struct ring {
    int *slots;
    int room;
    int first;
    int count;
};

int ring_init(struct ring *r, int *slots, int room) {
    if (room <= 0)
        return -1;
    r->slots = slots;
    r->room = room;
    r->first = 0;
    r->count = 0;
    return 0;
}

int ring_put(struct ring *r, int value) {
    if (r->count == r->room)
        return -1;
    r->slots[(r->first + r->count) % r->room] = value;
    r->count++;
    return 0;
}
