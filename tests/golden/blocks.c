/* Blocks that begin at a place that depends on the input, and that are too large for each byte to be written at each place. */
#include <stdlib.h>
#include <string.h>
#include "symir.h"

/* Clears a large part of a field; what lies before and behind it stays. */
static int cleared(unsigned char from) {
    unsigned char field[600];

    memset(field, 7, sizeof field);
    memset(field + from, 0, 300);
    return (field[10] ? 1 : 0) + (field[280] ? 2 : 0) + (field[400] ? 4 : 0);
}

/* Moves a line to where it belongs. */
static int moved(unsigned char to) {
    unsigned char field[600], line[200];

    for (int i = 0; i < 200; i++)
        line[i] = (unsigned char)i;
    memset(field, 255, sizeof field);
    memcpy(field + to, line, sizeof line);
    return field[100] == 90 ? 1 : field[300] == 199 ? 2 : 0;
}

/* Fills all but the first bytes of a large piece of memory. */
static int large(unsigned char from) {
    size_t size = (size_t)1 << 26;
    unsigned char *memory = malloc(size);
    int last;

    if (memory == NULL)
        return -1;
    memory[3] = 9;
    memset(memory + from, 1, size - 256);
    last = memory[3];
    free(memory);
    return last;
}

int main(void) {
    unsigned char at = (unsigned char)symir_range(0, 255, "at");

    switch (symir_choose(3, "which")) {
    case 0:
        SYMIR_TEST(cleared, at);
    case 1:
        SYMIR_TEST(moved, at);
    default:
        SYMIR_TEST(large, at);
    }
}
