/* Two ways to count the bits of a word, which agree. */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned int folded(unsigned int word) {
    word = word - ((word >> 1) & 0x55555555u);
    word = (word & 0x33333333u) + ((word >> 2) & 0x33333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0fu;
    return (word * 0x01010101u) >> 24;
}

int main(void) {
    unsigned int word = __VERIFIER_nondet_uint();
    unsigned int bits = 0;
    if (word > 0xffffu) {
        return 1;
    }
    for (int i = 0; i < 16; i++) {
        bits += (word >> i) & 1u;
    }
    if (folded(word) != bits) {
        reach_error();
    }
    if (bits == 16) {
        return 2;
    }
    return 0;
}
