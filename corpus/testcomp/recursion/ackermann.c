/* Ackermann's function for small numbers. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int ackermann(int m, int n) {
    if (m == 0) {
        return n + 1;
    }
    if (n == 0) {
        return ackermann(m - 1, 1);
    }
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
    int m = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    if (m < 0 || m > 3 || n < 0 || n > 4) {
        return 1;
    }
    int result = ackermann(m, n);
    if (result == 125) {
        reach_error();
    }
    if (m == 2 && result != 2 * n + 3) {
        reach_error();
    }
    return result > 20 ? 2 : 0;
}
