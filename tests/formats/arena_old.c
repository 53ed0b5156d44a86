/* A task with the error function of earlier years. */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);

int main(void) {
    unsigned int value = __VERIFIER_nondet_uint();
    if (value == 1234567) {
        __VERIFIER_error();
    }
    return 0;
}
