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
