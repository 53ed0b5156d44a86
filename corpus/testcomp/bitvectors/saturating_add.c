/* An addition that stops at the border, with one border that is off by one. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static int add(int a, int b) {
    unsigned int sum = (unsigned int)a + (unsigned int)b;
    unsigned int overflows = (~((unsigned int)a ^ (unsigned int)b) & ((unsigned int)a ^ sum)) >> 31;
    if (overflows) {
        return a < 0 ? -2147483647 - 1 : 2147483646;
    }
    return (int)sum;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int sum = add(a, b);
    if (a >= 0 && b >= 0 && sum < 0) {
        return 1;
    }
    if (a < 0 && b < 0 && sum >= 0) {
        return 2;
    }
    if (a == 2147483647 && b > 0 && sum < a) {
        reach_error();
    }
    return 0;
}
