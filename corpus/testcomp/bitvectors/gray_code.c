/* Gray code there and back, and what neighbours have in common. */
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void abort(void);
void reach_error(void) { abort(); }

static unsigned int encode(unsigned int number) { return number ^ (number >> 1); }

static unsigned int decode(unsigned int code) {
    code ^= code >> 8;
    code ^= code >> 4;
    code ^= code >> 2;
    code ^= code >> 1;
    return code;
}

int main(void) {
    unsigned int number = __VERIFIER_nondet_ushort();
    unsigned int code = encode(number);
    if (decode(code) != number) {
        reach_error();
    }
    unsigned int change = code ^ encode(number + 1u);
    if ((change & (change - 1u)) != 0u) {
        reach_error();
    }
    if (code == 0xbeefu) {
        return 2;
    }
    return (code & 1u) ? 1 : 0;
}
