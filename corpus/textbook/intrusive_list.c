/* A ring of links that are members of tasks: the most urgent task, and a move to the end of the ring. */
#include <stddef.h>

struct link {
    struct link *next, *prev;
};

struct task {
    int priority;
    struct link link;
};

#define TASK(place) ((struct task *)((char *)(place) - offsetof(struct task, link)))

struct task *most_urgent(struct link *ring) {
    struct task *best = NULL;

    for (struct link *link = ring->next; link != ring; link = link->next) {
        if (best == NULL || TASK(link)->priority > best->priority)
            best = TASK(link);
    }
    return best;
}

void move_to_end(struct link *ring, struct link *link) {
    link->prev->next = link->next;
    link->next->prev = link->prev;
    link->prev = ring->prev;
    link->next = ring;
    ring->prev->next = link;
    ring->prev = link;
}
