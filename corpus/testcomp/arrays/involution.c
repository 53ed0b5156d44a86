/* A permutation of six places that exchanges pairs and leaves nothing where it is. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned char to[6];
    int seen[6] = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 6; i++) {
        to[i] = __VERIFIER_nondet_uchar();
        if (to[i] >= 6) {
            return 1;
        }
        if (seen[to[i]]) {
            return 2;
        }
        seen[to[i]] = 1;
    }
    for (int i = 0; i < 6; i++) {
        if (to[i] == i) {
            return 3;
        }
        if (to[to[i]] != i) {
            return 4;
        }
    }
    reach_error();
    return 0;
}
