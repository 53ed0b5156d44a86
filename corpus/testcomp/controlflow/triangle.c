/* Kinds of triangles; with whole numbers none has a right angle and two equal sides. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    if (a < 1 || b < 1 || c < 1 || a > 200 || b > 200 || c > 200) {
        return 1;
    }
    if (a > b) {
        int other = a;
        a = b;
        b = other;
    }
    if (b > c) {
        int other = b;
        b = c;
        c = other;
    }
    if (a > b) {
        int other = a;
        a = b;
        b = other;
    }
    if (a + b <= c) {
        return 2;
    }
    if (a == b && b == c) {
        return 3;
    }
    if (a * a + b * b == c * c) {
        if (a == b || b == c) {
            reach_error();
        }
        return 4;
    }
    return a == b || b == c ? 5 : 6;
}
