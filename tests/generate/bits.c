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
