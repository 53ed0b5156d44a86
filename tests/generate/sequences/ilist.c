#include <stddef.h>
#include <stdlib.h>
/* Tasks in a list whose links lie within them. */
struct link { struct link *next, *before; };
struct task { int priority; struct link link; };
struct plan { struct link head; int n; int limit; };
static struct task *task_of(struct link *l) {
    return (struct task *)((char *)l - offsetof(struct task, link));
}
struct plan *plan_new(int limit) {
    if (limit < 0) return NULL;
    struct plan *p = malloc(sizeof *p);
    if (p == NULL) return NULL;
    p->head.next = p->head.before = &p->head;
    p->n = 0;
    p->limit = limit;
    return p;
}
int plan_add(struct plan *p, int priority) {
    if (p->n == p->limit) return 0;
    struct task *t = malloc(sizeof *t);
    if (t == NULL) return -1;
    t->priority = priority;
    struct link *at = p->head.next;
    while (at != &p->head && task_of(at)->priority >= priority) at = at->next;
    t->link.next = at;
    t->link.before = at->before;
    at->before->next = &t->link;
    at->before = &t->link;
    p->n++;
    return 1;
}
int plan_take(struct plan *p, int *priority) {
    if (p->head.next == &p->head) return 0;
    struct link *l = p->head.next;
    l->next->before = l->before;
    l->before->next = l->next;
    *priority = task_of(l)->priority;
    free(task_of(l));
    p->n--;
    return 1;
}
int plan_is_urgent(const struct plan *p) {
    struct link *l = p->head.next;
    return l != &p->head && task_of(l)->priority > 9;
}
void plan_free(struct plan *p) {
    if (p == NULL) return;
    int priority;
    while (plan_take(p, &priority)) {}
    free(p);
}
