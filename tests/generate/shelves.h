#pragma once

#include <stddef.h>

struct shelf {
    void **slots;
    size_t used, room;
    void (*drop)(void *item);
};

struct line {
    char *text;
    int end, room;
};

struct shelf *shelf_new(void (*drop)(void *item));
int shelf_put(struct shelf *shelf, void *item);
void *shelf_at(const struct shelf *shelf, size_t at);
size_t shelf_cut(struct shelf *shelf, size_t from);
void shelf_free(struct shelf *shelf);
int line_fill(struct line *line, int at, int letter, int n);
