/* A round-robin arbiter of three: never two grants at once, and none without a request. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned int turn = 0, grants = 0;
    for (int clock = 0; clock < 10; clock++) {
        unsigned char request = __VERIFIER_nondet_uchar();
        if (request > 7) {
            return 1;
        }
        unsigned int grant = 0;
        for (unsigned int i = 0; i < 3; i++) {
            unsigned int who = (turn + i) % 3;
            if (!grant && (request >> who) & 1u) {
                grant = 1u << who;
                turn = (who + 1) % 3;
            }
        }
        if ((grant & (grant - 1u)) != 0u || (grant & ~(unsigned int)request) != 0u) {
            reach_error();
        }
        if (request && !grant) {
            reach_error();
        }
        grants += grant != 0;
    }
    return grants == 10 ? 2 : 0;
}
