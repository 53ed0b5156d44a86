#include <stdlib.h>
/* A cache that forgets what was not used for the longest time. */
struct item { int key, value; struct item *before, *behind; };
struct lru { struct item *first, *last; int size, cap; };
struct lru *lru_new(int cap) {
    if (cap < 1 || cap > 64) return NULL;
    struct lru *c = malloc(sizeof *c);
    if (c == NULL) return NULL;
    c->first = c->last = NULL;
    c->size = 0;
    c->cap = cap;
    return c;
}
static void unlink_item(struct lru *c, struct item *it) {
    if (it->before != NULL) it->before->behind = it->behind;
    else c->first = it->behind;
    if (it->behind != NULL) it->behind->before = it->before;
    else c->last = it->before;
}
static void to_front(struct lru *c, struct item *it) {
    it->before = NULL;
    it->behind = c->first;
    if (c->first != NULL) c->first->before = it;
    else c->last = it;
    c->first = it;
}
static struct item *find(const struct lru *c, int key) {
    for (struct item *it = c->first; it != NULL; it = it->behind)
        if (it->key == key) return it;
    return NULL;
}
int lru_get(struct lru *c, int key, int *value) {
    struct item *it = find(c, key);
    if (it == NULL) return 0;
    if (it != c->first) {
        unlink_item(c, it);
        to_front(c, it);
    }
    *value = it->value;
    return 1;
}
int lru_put(struct lru *c, int key, int value) {
    struct item *it = find(c, key);
    if (it != NULL) {
        it->value = value;
        return 0;
    }
    if (c->size == c->cap) {
        it = c->last;
        unlink_item(c, it);
    } else {
        it = malloc(sizeof *it);
        if (it == NULL) return -1;
        c->size++;
    }
    it->key = key;
    it->value = value;
    to_front(c, it);
    return 1;
}
int lru_remove(struct lru *c, int key) {
    struct item *it = find(c, key);
    if (it == NULL) return 0;
    unlink_item(c, it);
    free(it);
    c->size--;
    return 1;
}
int lru_is_full(const struct lru *c) { return c->size == c->cap; }
void lru_free(struct lru *c) {
    if (c == NULL) return;
    while (c->first != NULL) {
        struct item *it = c->first;
        c->first = it->behind;
        free(it);
    }
    free(c);
}
