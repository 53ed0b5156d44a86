/* Objects that show their members, but whose members only the functions of the type keep together. */
#include "shelves.h"

#include <stdlib.h>
#include <string.h>

struct shelf *shelf_new(void (*drop)(void *item)) {
    struct shelf *shelf = malloc(sizeof *shelf);
    if (shelf == NULL)
        return NULL;
    shelf->slots = NULL;
    shelf->used = shelf->room = 0;
    shelf->drop = drop;
    return shelf;
}

int shelf_put(struct shelf *shelf, void *item) {
    if (shelf->used == shelf->room) {
        size_t room = shelf->room + 4;
        void **slots = realloc(shelf->slots, room * sizeof *slots);
        if (slots == NULL)
            return -1;
        shelf->slots = slots;
        shelf->room = room;
    }
    shelf->slots[shelf->used++] = item;
    return 0;
}

void *shelf_at(const struct shelf *shelf, size_t at) {
    if (at >= shelf->used)
        return NULL;
    return shelf->slots[at];
}

/* Drops the items from one place on. */
size_t shelf_cut(struct shelf *shelf, size_t from) {
    size_t n = 0;
    while (shelf->used > from) {
        void *item = shelf->slots[--shelf->used];
        if (item != NULL) {
            shelf->drop(item);
            n++;
        }
    }
    return n;
}

void shelf_free(struct shelf *shelf) {
    for (size_t i = 0; i < shelf->used; i++)
        shelf->drop(shelf->slots[i]);
    free(shelf->slots);
    free(shelf);
}

/* Writes letters, with spaces before them if the line ends earlier. */
int line_fill(struct line *line, int at, int letter, int n) {
    if (at == -1)
        at = line->end;
    if (n < 0 || at < 0 || n > line->room - at)
        return -1;
    if (line->end < at)
        memset(line->text + line->end, ' ', at - line->end);
    memset(line->text + at, letter, n);
    if (line->end < at + n)
        line->end = at + n;
    return 0;
}
