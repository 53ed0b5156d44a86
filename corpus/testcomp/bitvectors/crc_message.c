/* A frame of six bytes: a start, a kind, three of payload, and their checksum. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned char frame[6];
    for (int i = 0; i < 6; i++) {
        frame[i] = __VERIFIER_nondet_uchar();
    }
    if (frame[0] != 0x7e) {
        return 1;
    }
    unsigned int sum = 0;
    for (int i = 1; i < 5; i++) {
        sum ^= frame[i];
        for (int bit = 0; bit < 8; bit++) {
            if (sum & 0x80u) {
                sum = ((sum << 1) ^ 0x07u) & 0xffu;
            } else {
                sum = (sum << 1) & 0xffu;
            }
        }
    }
    if (sum != frame[5]) {
        return 2;
    }
    switch (frame[1]) {
    case 1:
        return 3;
    case 2:
        if (frame[2] == 'O' && frame[3] == 'K' && frame[4] == '!') {
            reach_error();
        }
        return 4;
    default:
        return 5;
    }
}
