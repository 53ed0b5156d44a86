/* The numbers of Fibonacci, by two calls each. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int fibonacci(int n) {
    if (n < 2) {
        return n;
    }
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int offset = __VERIFIER_nondet_int();
    if (n < 0 || n > 15) {
        return 1;
    }
    int number = fibonacci(n);
    if (offset > 0 && offset < 100 && number + offset == 700) {
        reach_error();
    }
    if (number % 2 == 0) {
        return 2;
    }
    return 0;
}
