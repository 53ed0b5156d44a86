/* A task as Test-Comp has them, which never ends by itself. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

void reach_error(void) {
    abort();
}

void assume_abort_if_not(int condition) {
    if (!condition) {
        abort();
    }
}

int main(void) {
    int total = 0;
    while (1) {
        int step = __VERIFIER_nondet_int();
        assume_abort_if_not(step >= 0);
        if (step == 1234567) {
            reach_error();
        }
        total++;
        if (total == 5 && step == 3) {
            return 0;
        }
        if (total == 6) {
            return 1;
        }
    }
}
