/* A scanner that jumps from state to state: `x = [0-9]+ ;` with as many digits as it takes. */
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    char c;
    int value = 0, digits = 0;
start:
    c = __VERIFIER_nondet_char();
    if (c == ' ') {
        goto start;
    }
    if (c != 'x') {
        return 1;
    }
equals:
    c = __VERIFIER_nondet_char();
    if (c == ' ') {
        goto equals;
    }
    if (c != '=') {
        return 2;
    }
number:
    c = __VERIFIER_nondet_char();
    if (c >= '0' && c <= '9') {
        if (digits == 6) {
            return 3;
        }
        value = 10 * value + (c - '0');
        digits++;
        goto number;
    }
    if (digits == 0) {
        return 4;
    }
    if (c != ';') {
        return 5;
    }
    if (value == 40961) {
        reach_error();
    }
    return 0;
}
