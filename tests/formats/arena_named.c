/* A task whose property names a function of its own as the error. */
extern unsigned int __VERIFIER_nondet_uint(void);

static int oops(unsigned int code) {
    return code > 5 ? 1 : 0;
}

int main(void) {
    unsigned int value = __VERIFIER_nondet_uint();
    if (value == 1234567) {
        return oops(value);
    }
    return 0;
}
