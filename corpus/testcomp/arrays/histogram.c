/* Twelve bytes of which three, four and five fall into classes. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    int count[4] = {0, 0, 0, 0};
    for (int i = 0; i < 12; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        if (byte < 32) {
            count[0]++;
        } else if (byte >= 'a' && byte <= 'f') {
            count[1]++;
        } else if (byte % 7 == 3) {
            count[2]++;
        } else {
            count[3]++;
        }
    }
    if (count[3] == 12) {
        return 1;
    }
    if (count[0] == 3 && count[1] == 4 && count[2] == 5) {
        reach_error();
    }
    return 0;
}
