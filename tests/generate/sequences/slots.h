/* A ring of pointers, in the manner of libraries that keep small functions in headers. */
#include <stdlib.h>

typedef void (*slots_each_visit)(void *item, void *data);

struct slots { void **items; size_t size, n, from; };

void slots_init(struct slots *s, size_t size);
struct slots *slots_new(size_t size);
void slots_done(struct slots *s);
void slots_free(struct slots *s);
int slots_add(struct slots *s, void *item);
size_t slots_each(struct slots *s, slots_each_visit visit, void *data);

/* Neither is defined by any file: both are inline, and one calls the other. */
inline size_t slots_left(const struct slots *s) { return s->size - s->n; }
inline int slots_are_full(const struct slots *s) { return slots_left(s) == 0; }
