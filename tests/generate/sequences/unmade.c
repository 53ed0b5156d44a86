#include <stdlib.h>
/* Types whose objects no sequence of calls makes. */
struct token;
static struct token *last;
int token_is_new(struct token *t) { int is_new = t != last; if (!is_new) free(t); last = t; return is_new; }
struct chain { int n; struct chain *up; };
struct chain *chain_new(struct chain *up) { struct chain *c = malloc(sizeof *c); if (c) { c->up = up; c->n = up->n + 1; } return c; }
int chain_is_deep(struct chain *c) { if (c == NULL) return 0; return c->n > 3; }
struct lock { int n; };
struct lock *lock_new(int n) { return n * 2 == 7 ? malloc(sizeof(struct lock)) : NULL; }
void lock_take(struct lock *l) { l->n++; }
int lock_is_taken(struct lock *l) { if (l == NULL) return 0; l->n += 0; return l->n > 0; }
struct event { int kind; };
int on_event(void (*handler)(struct event *e)) { struct event e = {3}; handler(&e); return e.kind; }
int event_is_key(struct event *e) { if (e == NULL) return -1; return e->kind == 3; }
