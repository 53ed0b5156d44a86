#include <stdlib.h>
#include <string.h>
struct entry { char *key; int value; struct entry *next; };
struct map { struct entry **buckets; unsigned n_buckets; unsigned size; };

static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h; }

struct map *map_new(void) {
    struct map *m = malloc(sizeof *m);
    if (!m) return NULL;
    m->n_buckets = 2;
    m->size = 0;
    m->buckets = calloc(m->n_buckets, sizeof *m->buckets);
    if (!m->buckets) { free(m); return NULL; }
    return m;
}
static int grow(struct map *m) {
    unsigned n = m->n_buckets * 2;
    struct entry **fresh = calloc(n, sizeof *fresh);
    if (!fresh) return -1;
    for (unsigned i = 0; i < m->n_buckets; i++) {
        struct entry *e = m->buckets[i];
        while (e) {
            struct entry *next = e->next;
            unsigned at = hash(e->key) % n;
            e->next = fresh[at];
            fresh[at] = e;
            e = next;
        }
    }
    free(m->buckets);
    m->buckets = fresh;
    m->n_buckets = n;
    return 0;
}
int map_put(struct map *m, const char *key, int value) {
    unsigned at = hash(key) % m->n_buckets;
    for (struct entry *e = m->buckets[at]; e; e = e->next)
        if (strcmp(e->key, key) == 0) { e->value = value; return 0; }
    if (m->size >= m->n_buckets) {
        if (grow(m) < 0) return -1;
        at = hash(key) % m->n_buckets;
    }
    struct entry *e = malloc(sizeof *e);
    if (!e) return -1;
    e->key = strdup(key);
    if (!e->key) { free(e); return -1; }
    e->value = value;
    e->next = m->buckets[at];
    m->buckets[at] = e;
    m->size++;
    return 1;
}
int map_get(const struct map *m, const char *key, int *out) {
    for (struct entry *e = m->buckets[hash(key) % m->n_buckets]; e; e = e->next)
        if (strcmp(e->key, key) == 0) { *out = e->value; return 1; }
    return 0;
}
int map_remove(struct map *m, const char *key) {
    struct entry **p = &m->buckets[hash(key) % m->n_buckets];
    while (*p) {
        if (strcmp((*p)->key, key) == 0) {
            struct entry *e = *p;
            *p = e->next;
            free(e->key); free(e);
            m->size--;
            return 1;
        }
        p = &(*p)->next;
    }
    return 0;
}
unsigned map_size(const struct map *m) { return m->size; }
void map_free(struct map *m) {
    if (!m) return;
    for (unsigned i = 0; i < m->n_buckets; i++) {
        struct entry *e = m->buckets[i];
        while (e) { struct entry *n = e->next; free(e->key); free(e); e = n; }
    }
    free(m->buckets);
    free(m);
}
