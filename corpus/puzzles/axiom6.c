/*
 * Folding paper, Huzita's sixth axiom: a fold that brings a first point to a first line and a second point to a second
 * line. The first point is (0, 1) and the first line y = -1, so that folds that do the first half are the tangents
 * y = t x - t^2 of the parabola y = x^2 / 4. Such a fold brings the second point (a, b) to the second line x = c where
 *
 *     2 t^3 - (a + c) t^2 + 2 b t + (a - c) = 0.
 *
 * A cubic has one, two or three solutions; the task is to choose a point, a line and a fold that fit.
 */

/* The cubic at t. */
static int miss(int a, int b, int c, int t) {
    return 2 * t * t * t - (a + c) * t * t + 2 * b * t + (a - c);
}

/* The sign of the discriminant: three different folds, a double one, or only one. */
static int folds(int a, int b, int c) {
    long p = 2, q = -(a + c), r = 2 * b, s = a - c;
    long discriminant = 18 * p * q * r * s - 4 * q * q * q * s + q * q * r * r - 4 * p * r * r * r - 27 * p * p * s * s;

    return discriminant > 0 ? 3 : discriminant == 0 ? 2 : 1;
}

/* 0 when the fold misses the line; otherwise how many folds there are. The point is not on the line yet. */
int axiom6(int a, int b, int c, int t) {
    if (miss(a, b, c, t) != 0)
        return 0;
    return folds(a, b, c);
}
