/* A lock that opens to eight digits and forgets all of them at a wrong one. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static const int code[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void) {
    int right = 0, wrong = 0;
    while (1) {
        int digit = __VERIFIER_nondet_int();
        if (digit < 0 || digit > 9) {
            return 1;
        }
        if (digit == code[right]) {
            right++;
        } else {
            right = 0;
            wrong++;
        }
        if (right == 8) {
            reach_error();
        }
        if (wrong > 20) {
            return 2;
        }
    }
}
