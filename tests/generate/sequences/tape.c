/* The cells of a tape belong to the code that makes it: nobody but that code knows how many there are. */
#include <string.h>

struct tape {
    void *cells;
    int mark;
};

void tape_init(struct tape *tape, void *cells) {
    tape->cells = cells;
    tape->mark = 0;
}

void tape_mark(struct tape *tape, int mark) {
    tape->mark = mark;
}

/* Errors here are about what tape_init was given. */
int tape_clear(struct tape *tape) {
    if (tape->mark < 0) {
        return -1;
    }
    memset(tape->cells, 0, 24);
    return tape->mark;
}

/* The same for what is copied to, which may be the cells themselves. */
int tape_copy(const struct tape *tape, void *to) {
    if (tape->mark != 3) {
        return 0;
    }
    memmove((char *)to + 4, tape->cells, 7);
    return 1;
}
