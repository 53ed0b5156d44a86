#include <stddef.h>
struct node { struct node *up; int n; };
/* Compares only the nodes that it goes on to with null. */
int height(struct node *p) {
    int n = 0;
    while (1) {
        n += p->n;
        p = p->up;
        if (!p) break;
    }
    return n;
}
/* Compares the first node with null, too. */
int depth(struct node *p, int first) {
    int n = 0;
    if (first) n = p->n;
    while (p) { n++; p = p->up; }
    return n;
}
/* Compares a member of the first node, and a member of each further node. */
int length(struct node *p) {
    int n = 0;
    do {
        n += p->up->n;
        p = p->up;
    } while (p->up);
    return n;
}
