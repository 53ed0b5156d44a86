/* Sums of three numbers that depend on where one begins. */
extern float __VERIFIER_nondet_float(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    float a = __VERIFIER_nondet_float();
    float b = __VERIFIER_nondet_float();
    float c = __VERIFIER_nondet_float();
    if (!(a >= 1.0f && a <= 16.0f) || !(b >= 1.0f && b <= 16.0f) || !(c >= 1.0f && c <= 16.0f)) {
        return 1;
    }
    float left = (a + b) + c;
    float right = a + (b + c);
    if (left == right) {
        return 2;
    }
    if (left > right && a == 2.5f) {
        reach_error();
    }
    return 3;
}
