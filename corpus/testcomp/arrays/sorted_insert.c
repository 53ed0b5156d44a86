/* Insertion sort of six numbers, which is right: the error is out of reach. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static void check(int condition) {
    if (!condition) {
        reach_error();
    }
}

int main(void) {
    int values[6];
    int before = 0;
    for (int i = 0; i < 6; i++) {
        int value = __VERIFIER_nondet_int();
        if (value < -1000 || value > 1000) {
            return 1;
        }
        before += value;
        int at = i;
        while (at > 0 && values[at - 1] > value) {
            values[at] = values[at - 1];
            at--;
        }
        values[at] = value;
    }
    int after = values[0];
    for (int i = 1; i < 6; i++) {
        check(values[i - 1] <= values[i]);
        after += values[i];
    }
    check(before == after);
    return 0;
}
