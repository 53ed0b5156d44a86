/* Tests of bits, in which a mask may be wrong. */
#include <stdint.h>

enum { OPEN = 1, DIRTY = 2, LOCKED = 4 };

int has_bit(unsigned f) {
    if (f & 0x10) {
        return 1;
    }
    return 0;
}

int state_of(unsigned flags) {
    if (flags & LOCKED) {
        return -1;
    }
    if ((flags & (OPEN | DIRTY)) != (OPEN | DIRTY)) {
        return 1;
    }
    return 2;
}

int is_continuation(uint8_t c) {
    return (c & 0xc0) == 0x80;
}

int is_aligned(int offset) {
    if ((offset & 3) == 0) {
        return 1;
    }
    return 0;
}

/* Assignments to bit-fields read the bits around them, which were never written. */
struct packed {
    unsigned ready : 1;
    unsigned error : 1;
    unsigned level : 4;
};

struct packed unpack(int bits) {
    struct packed p = {bits & 1, bits >> 1 & 1, bits >> 2 & 15};
    return p;
}

unsigned rotated(unsigned x, unsigned n) {
    n &= 31;
    return n ? x << n | x >> (32 - n) : x;
}

/* Bit-fields without a name are not in the debug information, but the others lie where these leave room. */
struct control {
    unsigned start : 1;
    unsigned mode : 3;
    unsigned divider : 8;
    unsigned : 4;
    unsigned irq : 1;
    unsigned : 0;
    unsigned last : 2;
};

int set_mode(struct control *control, unsigned mode) {
    if (mode > 4)
        return -1;
    control->mode = mode;
    control->irq = mode == 4;
    control->last = 2;
    return control->start;
}

struct frame {
    unsigned kind : 4;
    unsigned : 12;
    char letter;
    int length : 20;
    unsigned : 16;
    short end;
    unsigned tail : 1;
    unsigned : 31;
    unsigned : 32;
};

int close_frame(struct frame *frame) {
    frame->letter = 'x';
    frame->length = 7;
    frame->end = 3;
    return frame->tail ? frame[1].kind : frame->kind;
}
