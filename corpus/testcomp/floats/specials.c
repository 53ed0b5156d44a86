/* What is no number, what is infinite, and the zero below zero. */
extern double __VERIFIER_nondet_double(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = __VERIFIER_nondet_double();
    if (x != x) {
        return y != y ? 1 : 2;
    }
    if (x - x != 0.0) {
        if (y == 0.0 && x < 0.0) {
            return 3;
        }
        return 4;
    }
    if (x == 0.0) {
        if (1.0 / x < 0.0 && y == 1.0e-310) {
            reach_error();
        }
        return 5;
    }
    if (x + y == x && y != 0.0 && y > 1.0) {
        return 6;
    }
    return 0;
}
