/* Two of eight numbers with a sum and a difference that nobody guesses. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    int values[8];
    int positive = 0;
    for (int i = 0; i < 8; i++) {
        values[i] = __VERIFIER_nondet_int();
        if (values[i] < 0 || values[i] > 100000) {
            abort();
        }
        if (values[i] > 0) {
            positive++;
        }
    }
    if (positive < 3) {
        return 1;
    }
    for (int i = 0; i < 8; i++) {
        for (int j = i + 1; j < 8; j++) {
            if (values[i] + values[j] == 7919 && values[i] - values[j] == 1337) {
                reach_error();
            }
        }
    }
    return 0;
}
