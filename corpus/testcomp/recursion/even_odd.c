/* Even and odd by turns: each asks the other. */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int is_odd(unsigned int n);

static int is_even(unsigned int n) {
    if (n == 0) {
        return 1;
    }
    return is_odd(n - 1);
}

static int is_odd(unsigned int n) {
    if (n == 0) {
        return 0;
    }
    return is_even(n - 1);
}

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 200) {
        return 1;
    }
    if (is_even(n) == is_odd(n)) {
        reach_error();
    }
    if (is_even(n)) {
        if (n % 2 != 0) {
            reach_error();
        }
        return 2;
    }
    return n == 137 ? 3 : 0;
}
