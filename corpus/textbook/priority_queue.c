/* A priority queue as a binary heap whose least element is first. */
#define ROOM 15

struct heap {
    int values[ROOM];
    unsigned n;
};

int heap_push(struct heap *heap, int value) {
    unsigned place;

    if (heap->n >= ROOM)
        return -1;
    for (place = heap->n++; place > 0; place = (place - 1) / 2) {
        int parent = heap->values[(place - 1) / 2];

        if (parent <= value)
            break;
        heap->values[place] = parent;
    }
    heap->values[place] = value;
    return 0;
}

int heap_pop(struct heap *heap, int *least) {
    unsigned place = 0, child;
    int last;

    if (heap->n == 0 || heap->n > ROOM)
        return -1;
    *least = heap->values[0];
    last = heap->values[--heap->n];
    while ((child = 2 * place + 1) < heap->n) {
        if (child + 1 < heap->n && heap->values[child + 1] < heap->values[child])
            child++;
        if (heap->values[child] >= last)
            break;
        heap->values[place] = heap->values[child];
        place = child;
    }
    heap->values[place] = last;
    return 0;
}
