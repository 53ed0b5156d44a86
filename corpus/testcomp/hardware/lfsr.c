/* A shift register with feedback, into which sixteen bits are fed: it is to hold one value at the end. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned short state = 0xace1;
    int ones = 0;
    for (int clock = 0; clock < 16; clock++) {
        _Bool in = __VERIFIER_nondet_bool();
        unsigned int feedback = (state ^ (state >> 2) ^ (state >> 3) ^ (state >> 5)) & 1u;
        if (in) {
            feedback ^= 1u;
            ones++;
        }
        state = (unsigned short)((state >> 1) | (feedback << 15));
    }
    if (ones == 0) {
        return 1;
    }
    if (state == 0xbeef) {
        reach_error();
    }
    if ((state & 0xff) == 0) {
        return 2;
    }
    return 0;
}
