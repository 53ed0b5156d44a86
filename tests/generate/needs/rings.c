struct ring {
    unsigned char data[8];
    unsigned head, tail;
};

struct queue {
    unsigned head, tail;
    int values[4];
};

int ring_put(struct ring *ring, unsigned char value) {
    unsigned next = (ring->head + 1) % sizeof ring->data;

    if (next == ring->tail)
        return -1;
    ring->data[ring->head] = value;
    ring->head = next;
    return 0;
}

int ring_get(struct ring *ring) {
    int value;

    if (ring->head == ring->tail)
        return -1;
    value = ring->data[ring->tail];
    ring->tail = (ring->tail + 1) % sizeof ring->data;
    return value;
}

int queue_put(struct queue *queue, int value) {
    unsigned next = (queue->head + 1) % 4;

    if (next == queue->tail)
        return 0;
    queue->values[queue->head] = value;
    queue->head = next;
    return 1;
}
