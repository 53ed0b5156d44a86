/* Ways to make an object: through a pointer, by value, as a number, by what gives its argument back, with a callback, and
 * variables that functions share. */
#include <stdlib.h>
#include <string.h>
struct sess { int level; int open; };
int sess_open(struct sess **out, int level) {
    if (level < 0) return -1;
    struct sess *s = malloc(sizeof *s);
    if (!s) return -2;
    s->level = level; s->open = 1;
    *out = s;
    return 0;
}
int sess_raise(struct sess *s) { if (s->level >= 3) return -1; return ++s->level; }
void sess_close(struct sess *s) { free(s); }
typedef struct { int x[4]; int n; } stack;
stack stack_make(int first) { stack s; memset(&s, 0, sizeof s); s.x[0] = first; s.n = 1; return s; }
int stack_push(stack *s, int v) { if (s->n == 4) return 0; s->x[s->n++] = v; return 1; }
int stack_top(const stack *s) { if (s->n == 0) return -1; return s->x[s->n - 1]; }
struct sb { char buf[8]; int len; };
struct sb *sb_new(void) { return calloc(1, sizeof(struct sb)); }
struct sb *sb_add(struct sb *b, char c) { if (b->len < 7) b->buf[b->len++] = c; return b; }
int sb_full(struct sb *b) { if (b->len == 3) return 1; b->len = b->len; return 0; }
void sb_free(struct sb *b) { free(b); }
static int table[4]; static int used[4];
int slot_open(int v) { for (int i = 0; i < 4; i++) if (!used[i]) { used[i] = 1; table[i] = v; return i; } return -1; }
int slot_read(int h) { if (h < 0 || h >= 4 || !used[h]) return -1; if (table[h] == 77) return 1; return table[h]; }
int slot_close(int h) { if (h < 0 || h >= 4 || !used[h]) return -1; used[h] = 0; return 0; }
struct loop { int (*cb)(int); int n; };
struct loop *loop_new(int (*cb)(int)) { struct loop *l = malloc(sizeof *l); if (!l) return NULL; l->cb = cb; l->n = 0; return l; }
int loop_run(struct loop *l) { int r = l->cb(l->n); if (r > 5) return -1; l->n++; return r; }
void loop_free(struct loop *l) { free(l); }
static int level, is_on;
void log_init(int first) { is_on = 1; level = first < 0 ? 0 : first; }
void log_more(void) { if (is_on && level < 5) level++; }
int log_wanted(int at) { if (!is_on) return -1; if (level >= 3 && at <= level) return 1; return 0; }
