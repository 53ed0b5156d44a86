/* Huzita's sixth axiom: a fold of paper that lays one point on one line and another point on another line. Each line is
   given by two points. Where p1 comes to lie on its line is the unknown t, the fold is the perpendicular bisector of p1 and
   that place, and that p2 then lies on its own line is an equation of the third degree in t. */
#include "symir.h"

#ifndef RANGE
#define RANGE 10
#endif

enum folds { NO_FIRST_LINE = -2, NO_SECOND_LINE = -1, NO_FOLD, ONE_FOLD, TWO_FOLDS, THREE_FOLDS, ANY_FOLD };

struct vector {
    double x, y;
};

static double dot(struct vector a, struct vector b) {
    return a.x * b.x + a.y * b.y;
}

static struct vector minus(struct vector a, struct vector b) {
    return (struct vector){a.x - b.x, a.y - b.y};
}

/* How many folds there are. */
enum folds axiom6(struct vector p1, struct vector p2, const struct vector first[2], const struct vector second[2]) {
    struct vector d = minus(first[1], first[0]), e = minus(second[1], second[0]), normal = {-e.y, e.x};
    if (d.x == 0 && d.y == 0)
        return NO_FIRST_LINE;
    if (e.x == 0 && e.y == 0)
        return NO_SECOND_LINE;
    struct vector n = minus(first[0], p1);
    struct vector w = {p2.x - (first[0].x + p1.x) / 2, p2.y - (first[0].y + p1.y) / 2};
    double k = dot(normal, minus(p2, second[0])), dd = dot(d, d), nd = dot(n, d), b1 = dot(w, d) - nd / 2;
    double b0 = dot(w, n), e1 = dot(normal, d), e0 = dot(normal, n);
    /* a t³ + b t² + c t + r */
    double a = dd * e1, b = k * dd + dd * e0 - 2 * b1 * e1, c = 2 * k * nd - 2 * (b1 * e0 + b0 * e1);
    double r = k * dot(n, n) - 2 * b0 * e0;
    if (a == 0) {
        /* The lines are parallel. */
        if (b == 0) {
            if (c == 0)
                return r == 0 ? ANY_FOLD : NO_FOLD;
            return ONE_FOLD;
        }
        double under = c * c - 4 * b * r;
        if (under < 0)
            return NO_FOLD;
        return under == 0 ? ONE_FOLD : TWO_FOLDS;
    }
    double discriminant = 18 * a * b * c * r - 4 * b * b * b * r + b * b * c * c - 4 * a * c * c * c - 27 * a * a * r * r;
    if (discriminant > 0)
        return THREE_FOLDS;
    if (discriminant < 0)
        return ONE_FOLD;
    /* Two of the three are the same fold, or all of them. */
    return b * b == 3 * a * c ? ONE_FOLD : TWO_FOLDS;
}

static double coordinate(const char *name) {
    return symir_range(-RANGE, RANGE, name);
}

int main(void) {
    struct vector p1 = {coordinate("p1.x"), coordinate("p1.y")}, p2 = {coordinate("p2.x"), coordinate("p2.y")};
    struct vector first[2] = {{coordinate("a.x"), coordinate("a.y")}, {coordinate("b.x"), coordinate("b.y")}};
    struct vector second[2] = {{coordinate("c.x"), coordinate("c.y")}, {coordinate("d.x"), coordinate("d.y")}};
    SYMIR_TEST(axiom6, p1, p2, first, second);
}
