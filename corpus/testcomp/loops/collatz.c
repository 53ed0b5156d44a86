/* A sequence that nobody understands: which number up to ten thousand takes 261 steps? */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned int start = __VERIFIER_nondet_uint();
    if (start < 1 || start > 10000) {
        return 1;
    }
    unsigned int number = start, highest = start;
    int steps = 0;
    while (number != 1) {
        if (number % 2 == 0) {
            number /= 2;
        } else {
            number = 3 * number + 1;
        }
        if (number > highest) {
            highest = number;
        }
        steps++;
    }
    if (steps == 261) {
        reach_error();
    }
    if (highest > 1000000) {
        return 2;
    }
    return 0;
}
