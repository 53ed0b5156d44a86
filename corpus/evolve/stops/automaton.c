/* A row of cells after sixty-four generations of a rule. */
#include "symir.h"

int life(unsigned cells, unsigned rule) {
    unsigned row = cells;
    for (int step = 0; step < 64; step++) {
        unsigned next = 0;
        for (int at = 0; at < 32; at++) {
            unsigned left = row >> ((at + 1) % 32) & 1, own = row >> at & 1, right = row >> ((at + 31) % 32) & 1;
            next |= (rule >> (left << 2 | own << 1 | right) & 1) << at;
        }
        row = next;
    }
    if (row == 0)
        return 0;
    if (row == ~0u)
        return 1;
    return row == cells ? 2 : 3;
}

int main(void) {
    unsigned cells = symir_uint("cells"), rule = symir_uchar("rule");
    SYMIR_TEST(life, cells, rule);
}
