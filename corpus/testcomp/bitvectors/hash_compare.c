/* Four bytes whose hash is a number: multiplications that a solver has to turn round. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    unsigned int hash = 2166136261u;
    int letters = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        if (byte >= 'a' && byte <= 'z') {
            letters++;
        }
        hash = (hash ^ byte) * 16777619u;
    }
    if (letters < 4) {
        return 1;
    }
    /* Of the word "door". */
    if (hash == 0x21f5b729u) {
        reach_error();
    }
    if ((hash & 0xffu) == 0x42u) {
        return 2;
    }
    return 0;
}
