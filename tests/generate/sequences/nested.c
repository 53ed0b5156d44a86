/* Functions over nested structures: makers, setters, several objects, and 71 conditions over them, each a function that gives 1
 * where it holds. The last one needs an account that has more than its limit, which no call brings about. */
#include <stdlib.h>

struct point { int x, y; };
struct line { struct point *from, *to; };
struct address { int zip; int floor; };
struct person { int age; struct address *home; struct person *friend; };
struct account { int id; int balance; int limit; };
struct bank { struct account *first, *second; int is_open; };
struct withdraw { struct account *from; int amount; };
struct node { int value; struct node *next; };
struct list { struct node *head; int size; };

struct point *point_new(int x, int y) {
    struct point *p = malloc(sizeof *p);
    if (p != NULL) { p->x = x; p->y = y; }
    return p;
}
void point_move(struct point *p, int dx, int dy) { p->x += dx; p->y += dy; }
struct line *line_new(struct point *from) {
    struct line *l = malloc(sizeof *l);
    if (l != NULL) { l->from = from; l->to = NULL; }
    return l;
}
void line_to(struct line *l, struct point *to) { l->to = to; }
struct address *address_new(int zip) {
    struct address *a = malloc(sizeof *a);
    if (a != NULL) { a->zip = zip; a->floor = 0; }
    return a;
}
void address_up(struct address *a) { if (a->floor < 3) a->floor++; }
struct person *person_new(int age) {
    if (age < 0 || age > 150) return NULL;
    struct person *p = malloc(sizeof *p);
    if (p != NULL) { p->age = age; p->home = NULL; p->friend = NULL; }
    return p;
}
void person_move_to(struct person *p, struct address *home) { p->home = home; }
void person_befriend(struct person *p, struct person *other) { p->friend = other; }
void person_birthday(struct person *p) { if (p->age < 150) p->age++; }
struct account *account_new(int id) {
    struct account *a = malloc(sizeof *a);
    if (a != NULL) { a->id = id; a->balance = 0; a->limit = 1000; }
    return a;
}
int account_deposit(struct account *a, int amount) {
    if (amount <= 0 || amount > a->limit - a->balance) return 0;
    a->balance += amount;
    return 1;
}
struct bank *bank_new(void) {
    struct bank *b = malloc(sizeof *b);
    if (b != NULL) { b->first = b->second = NULL; b->is_open = 0; }
    return b;
}
void bank_set_first(struct bank *b, struct account *a) { b->first = a; }
void bank_set_second(struct bank *b, struct account *a) { b->second = a; }
void bank_open(struct bank *b) { b->is_open = 1; }
struct withdraw *withdraw_new(struct account *from) {
    struct withdraw *w = malloc(sizeof *w);
    if (w != NULL) { w->from = from; w->amount = 0; }
    return w;
}
void withdraw_set_amount(struct withdraw *w, int amount) { w->amount = amount; }
struct node *node_new(int value) {
    struct node *n = malloc(sizeof *n);
    if (n != NULL) { n->value = value; n->next = NULL; }
    return n;
}
void node_link(struct node *n, struct node *next) { n->next = next; }
struct list *list_new(void) {
    struct list *l = malloc(sizeof *l);
    if (l != NULL) { l->head = NULL; l->size = 0; }
    return l;
}
void list_push(struct list *l, struct node *n) { n->next = l->head; l->head = n; l->size++; }

int t01(const struct point *p) { return p != NULL && p->x == 3; }
int t02(const struct point *p) { return p != NULL && p->x == p->y; }
int t03(const struct point *p) { return p != NULL && p->x > p->y && p->y > 100; }
int t04(const struct point *p) { return p != NULL && p->x < 0 && p->y > 0; }
int t05(const struct point *p) { return p != NULL && p->x * 2 == 14 && p->y == p->x + 1; }
int t06(const struct point *p, const struct point *q) { return p != NULL && q != NULL && p != q && p->x == q->x; }
int t07(const struct point *p, const struct point *q) { return p != NULL && q != NULL && p == q; }
int t08(const struct point *p, const struct point *q) { return p != NULL && q != NULL && p != q && p->x + q->x == 10 && p->y == 4; }
int t09(const struct point *p, const struct point *q) { return p != NULL && q != NULL && p != q && p->x == q->y && p->y == q->x && p->x != p->y; }
int t10(const struct point *p) { return p != NULL && (p->x & 7) == 5 && p->y == -1; }
int t11(const struct line *l) { return l != NULL && l->from == NULL; }
int t12(const struct line *l) { return l != NULL && l->from != NULL && l->to == NULL; }
int t13(const struct line *l) { return l != NULL && l->from != NULL && l->to != NULL; }
int t14(const struct line *l) { return l != NULL && l->from != NULL && l->from == l->to; }
int t15(const struct line *l) { return l != NULL && l->from != NULL && l->to != NULL && l->from != l->to && l->from->x == l->to->x; }
int t16(const struct line *l) { return l != NULL && l->from != NULL && l->to != NULL && l->from->x == 1 && l->to->x == 5 && l->from->y == l->to->y; }
int t17(const struct line *l) { return l != NULL && l->to != NULL && l->from == NULL && l->to->x == 9; }
int t18(const struct line *l, const struct line *m) { return l != NULL && m != NULL && l != m && l->from != NULL && l->from == m->from; }
int t19(const struct line *l, const struct line *m) { return l != NULL && m != NULL && l != m && l->to != NULL && l->to == m->from && l->to->x == 8; }
int t20(const struct line *l, const struct line *m) { return l != NULL && m != NULL && l != m && l->to != NULL && m->to != NULL && l->to != m->to && l->to->x > m->to->x; }
int t21(const struct address *a) { return a != NULL && a->zip == 1010; }
int t22(const struct address *a) { return a != NULL && a->floor == 0; }
int t23(const struct address *a) { return a != NULL && a->floor == 1; }
int t24(const struct address *a) { return a != NULL && a->floor == 3; }
int t25(const struct address *a) { return a != NULL && a->floor == 2 && a->zip == 77; }
int t26(const struct person *p) { return p != NULL && p->age >= 18; }
int t27(const struct person *p) { return p != NULL && p->age == 150; }
int t28(const struct person *p) { return p != NULL && p->age == 17 && p->home == NULL; }
int t29(const struct person *p) { return p != NULL && p->home != NULL && p->home->zip == 5; }
int t30(const struct person *p) { return p != NULL && p->home != NULL && p->home->floor == 2 && p->age > 60; }
int t31(const struct person *p) { return p != NULL && p->friend != NULL; }
int t32(const struct person *p) { return p != NULL && p->friend == p; }
int t33(const struct person *p) { return p != NULL && p->friend != NULL && p->friend != p && p->friend->age > p->age; }
int t34(const struct person *p) { return p != NULL && p->friend != NULL && p->friend != p && p->friend->home != NULL && p->friend->home->zip == 12; }
int t35(const struct person *p) { return p != NULL && p->friend != NULL && p->friend != p && p->home != NULL && p->friend->home == p->home; }
int t36(const struct person *p, const struct person *q) { return p != NULL && q != NULL && p != q && p->friend == q; }
int t37(const struct person *p, const struct person *q) { return p != NULL && q != NULL && p != q && p->friend == q && q->friend == p; }
int t38(const struct person *p, const struct person *q) { return p != NULL && q != NULL && p != q && p->home != NULL && p->home == q->home && p->home->floor == 1; }
int t39(const struct person *p, const struct person *q) { return p != NULL && q != NULL && p != q && p->age + q->age == 100 && p->age > 90; }
int t40(const struct person *p, const struct person *q) { return p != NULL && q != NULL && p != q && p->friend == q && p->home != NULL && q->home != NULL && p->home != q->home && p->home->zip == q->home->zip; }
int t41(const struct account *a) { return a != NULL && a->balance == 0; }
int t42(const struct account *a) { return a != NULL && a->balance == 100; }
int t43(const struct account *a) { return a != NULL && a->balance == 1000; }
int t44(const struct account *a) { return a != NULL && a->id == 7 && a->balance > 500; }
int t45(const struct account *a) { return a != NULL && a->balance == a->id && a->id > 0; }
int t46(const struct account *a, const struct account *b) { return a != NULL && b != NULL && a != b && a->id == b->id; }
int t47(const struct account *a, const struct account *b) { return a != NULL && b != NULL && a != b && a->balance > b->balance && b->balance > 10; }
int t48(const struct account *a, const struct account *b) { return a != NULL && b != NULL && a != b && a->balance + b->balance == 2000; }
int t49(const struct bank *b) { return b != NULL && b->is_open == 1; }
int t50(const struct bank *b) { return b != NULL && b->first != NULL && b->second == NULL; }
int t51(const struct bank *b) { return b != NULL && b->first != NULL && b->first == b->second; }
int t52(const struct bank *b) { return b != NULL && b->first != NULL && b->second != NULL && b->first != b->second && b->first->id < b->second->id; }
int t53(const struct bank *b) { return b != NULL && b->is_open == 1 && b->first != NULL && b->first->balance >= 250; }
int t54(const struct bank *b) { return b != NULL && b->second != NULL && b->first == NULL && b->second->id == 3; }
int t55(const struct withdraw *w) { return w != NULL && w->from == NULL; }
int t56(const struct withdraw *w) { return w != NULL && w->from != NULL && w->amount == 20; }
int t57(const struct withdraw *w) { return w != NULL && w->from != NULL && w->amount > 0 && w->from->balance >= w->amount; }
int t58(const struct withdraw *w) { return w != NULL && w->from != NULL && w->amount > w->from->balance && w->from->balance > 0; }
int t59(const struct bank *b, const struct withdraw *w) { return b != NULL && w != NULL && b->is_open == 1 && b->first != NULL && b->first == w->from && w->amount > 0 && w->from->balance >= w->amount; }
int t60(const struct bank *b, const struct withdraw *w) { return b != NULL && w != NULL && b->first != NULL && b->second != NULL && b->first != b->second && b->second == w->from && w->amount == 30 && b->second->balance == 30; }
int t61(const struct node *n) { return n != NULL && n->next == NULL && n->value == 4; }
int t62(const struct node *n) { return n != NULL && n->next != NULL && n->next != n && n->next->value == n->value + 1; }
int t63(const struct node *n) { return n != NULL && n->next == n; }
int t64(const struct node *n) { return n != NULL && n->next != NULL && n->next != n && n->next->next == n; }
int t65(const struct list *s) { return s != NULL && s->head == NULL; }
int t66(const struct list *s) { return s != NULL && s->size == 1; }
int t67(const struct list *s) { return s != NULL && s->size == 2 && s->head != NULL && s->head->value == 6; }
int t68(const struct list *s) { return s != NULL && s->head != NULL && s->head->next != NULL && s->head->next != s->head && s->head->value > s->head->next->value; }
int t69(const struct list *s, const struct node *n) { return s != NULL && n != NULL && s->head == n && n->value == 2; }
int t70(const struct list *s) { return s != NULL && s->size == 3; }
int t71(const struct account *a) { return a != NULL && a->balance > a->limit; }
