/* Two cubes whose sum is a number that is no dull one. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a < 1 || b < a || b > 30) {
        return 1;
    }
    int sum = 0;
    for (int i = 0; i < a; i++) {
        for (int j = 0; j < a; j++) {
            sum += a;
        }
    }
    for (int i = 0; i < b; i++) {
        for (int j = 0; j < b; j++) {
            sum += b;
        }
    }
    if (sum == 1729) {
        if (a == 9) {
            reach_error();
        }
        return 2;
    }
    return sum > 20000 ? 3 : 0;
}
