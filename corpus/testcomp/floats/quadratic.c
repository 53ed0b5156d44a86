/* Roots of a quadratic equation: none, one, two, and one pair that is asked for. */
extern double __VERIFIER_nondet_double(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    double a = __VERIFIER_nondet_double();
    double b = __VERIFIER_nondet_double();
    double c = __VERIFIER_nondet_double();
    if (!(a > -1000.0 && a < 1000.0 && b > -1000.0 && b < 1000.0 && c > -1000.0 && c < 1000.0)) {
        return 1;
    }
    if (a == 0.0) {
        return b == 0.0 ? 2 : 3;
    }
    double discriminant = b * b - 4.0 * a * c;
    if (discriminant < 0.0) {
        return 4;
    }
    if (discriminant == 0.0) {
        if (a == 3.0 && b == 42.0) {
            reach_error();
        }
        return 5;
    }
    return 6;
}
