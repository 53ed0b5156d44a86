/* A program written for SV-COMP. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char y = __VERIFIER_nondet_uchar();

    __VERIFIER_assume(x > 10 && x < 1000);
    if (__VERIFIER_nondet_bool() && x + y == 1234)
        reach_error();
    return 0;
}
