#include <stdlib.h>
/* A safe that opens after the right turns in the right order: a long sequence among many. */
struct safe { int step; int n_wrong; int is_open; };
struct safe *safe_new(void) {
    struct safe *s = malloc(sizeof *s);
    if (s != NULL) { s->step = 0; s->n_wrong = 0; s->is_open = 0; }
    return s;
}
static void turn(struct safe *s, int from) {
    if (s->n_wrong == 3) return;
    if (s->step == from) s->step++;
    else { s->step = 0; s->n_wrong++; }
}
void safe_left(struct safe *s) { turn(s, 0); }
void safe_right(struct safe *s) { turn(s, 1); }
void safe_up(struct safe *s) { turn(s, 2); }
void safe_down(struct safe *s) { turn(s, 3); }
void safe_push(struct safe *s) { turn(s, 4); }
void safe_pull(struct safe *s) { turn(s, 5); }
void safe_handle(struct safe *s) { if (s->step == 6) s->is_open = 1; }
int safe_look(const struct safe *s) {
    if (s->n_wrong > 3) return -2;
    if (s->is_open) return 1;
    return s->n_wrong == 3 ? -1 : 0;
}
void safe_free(struct safe *s) { free(s); }
