/* An index outside of an array is an error, too, if the access stays within the structure or the table. */
#include "symir.h"

struct log {
    int entries[3];
    int used;
    char tail[3];
};

static int at(const struct log *log, int index) {
    return log->entries[index];
}

static void put(struct log *log, int entry) {
    log->entries[log->used++] = entry;
}

static const int *end(const struct log *log) {
    return &log->entries[log->used];
}

static int cell(int (*rows)[2], unsigned row, unsigned column) {
    return rows[row][column];
}

#pragma clang diagnostic ignored "-Warray-bounds"
static int third(int (*rows)[2]) {
    return rows[0][2];
}

/* Padding is behind the last member. */
static char last(const struct log *log, unsigned index) {
    return log->tail[index];
}

/* An array of one element may go on behind the structure. */
struct line {
    int used;
    char text[1];
};

static char letter(const struct line *line, unsigned index) {
    return line->text[index];
}

int main(void) {
    struct log log = {{10, 20, 30}, 2, "ab"};
    struct line line = {1, "x"};
    int rows[2][2] = {{1, 2}, {3, 4}};
    int which = symir_choose(7, "which");
    int index = symir_int("index");

    symir_assume(0 <= index && index <= 4);
    switch (which) {
    case 0: symir_assume(index != 4); SYMIR_TEST(at, &log, index); break;
    case 1: log.used = index % 4; SYMIR_TEST(put, &log, 7); break;
    case 2: log.used = index; SYMIR_TEST(end, &log); break;
    case 3: SYMIR_TEST(cell, rows, 0, index % 3); break;
    case 4: SYMIR_TEST(last, &log, index % 4); break;
    case 5: SYMIR_TEST(third, rows); break;
    default: SYMIR_TEST(letter, &line, index % 4); break;
    }
    return 0;
}
