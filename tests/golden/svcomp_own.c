/* A program of SV-COMP that defines what the rules name itself. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __int128 __VERIFIER_nondet_uint128(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void abort(void);

void reach_error(void) {
}

void assume_abort_if_not(int condition) {
    if (!condition)
        abort();
}

static void __VERIFIER_assert(int condition) {
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    char bytes[2];

    assume_abort_if_not(x > 10 && x < 1000);
    __VERIFIER_nondet_memory(bytes, 2);
    __VERIFIER_atomic_begin();
    if (bytes[0] == 'o' && bytes[1] == 'k')
        x = 500;
    __VERIFIER_atomic_end();
    if (__VERIFIER_nondet_uint128() >> 100 == 7)
        return 1;
    __VERIFIER_assert(x != 777);
    return 0;
}
