/* Square roots by iteration: near enough in eight steps for these numbers. */
extern float __VERIFIER_nondet_float(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= 1.0f && x <= 100.0f)) {
        return 1;
    }
    float root = x;
    int steps = 0;
    while (steps < 8) {
        float next = 0.5f * (root + x / root);
        steps++;
        if (next == root) {
            break;
        }
        root = next;
    }
    float back = root * root;
    if (back < x - 0.1f || back > x + 0.1f) {
        reach_error();
    }
    if (root == 7.0f) {
        return 2;
    }
    return steps < 4 ? 3 : 0;
}
