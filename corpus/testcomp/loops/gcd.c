/* The greatest common divisor by subtraction, which divides both. */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint();
    unsigned int b = __VERIFIER_nondet_uint();
    if (a == 0 || b == 0 || a > 500 || b > 500) {
        return 1;
    }
    unsigned int x = a, y = b;
    int rounds = 0;
    while (x != y) {
        if (x > y) {
            x -= y;
        } else {
            y -= x;
        }
        rounds++;
    }
    if (a % x != 0 || b % x != 0) {
        reach_error();
    }
    if (x == 1 && rounds > 12) {
        return 2;
    }
    return x == 17 ? 3 : 0;
}
