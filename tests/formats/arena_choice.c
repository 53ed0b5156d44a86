/* A choice that clang computes without a branch. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int value = __VERIFIER_nondet_int();
    return value > 1000 ? 4 : 5;
}
