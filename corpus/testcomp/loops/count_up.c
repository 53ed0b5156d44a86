/* A loop that takes as many turns as the input says, and an error after fifty thousand of them. */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    unsigned int mark = __VERIFIER_nondet_uint();
    unsigned int turns = 0, sum = 0;
    if (n > 1000000) {
        return 1;
    }
    while (turns < n) {
        turns++;
        sum += turns;
    }
    if (turns >= 50000) {
        if (sum == mark) {
            reach_error();
        }
        return 2;
    }
    return sum == 55 ? 3 : 0;
}
