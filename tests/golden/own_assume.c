/* What SV-COMP calls an assumption is one, even if the program defines the function. */
extern int __VERIFIER_nondet_int(void);
extern void exit(int);

void __VERIFIER_assume(int condition) {
    if (!condition)
        exit(0);
}

int main(void) {
    int n = __VERIFIER_nondet_int();

    __VERIFIER_assume(n > 3);
    return n > 7;
}
