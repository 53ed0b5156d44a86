/* Inputs that are pointers to functions. */
#include "symir.h"

typedef int (*operation)(int, int);

static int add(int a, int b) {
    return a + b;
}

static int divide(int a, int b) {
    return b == 0 ? -1 : a / b;
}

static int fails(int a, int b) {
    int none[2] = {a, b};
    return none[(a & 1) + 2];
}

static operation choices[] = {add, divide, fails};

struct handler {
    char tag;
    operation run;
};

static int apply(operation run, int a) {
    return run == add && a == 3 ? -100 : run(a, 2);
}

static int handle(struct handler *handler) {
    return handler->tag == 'x' ? handler->run(7, 0) : 0;
}

int main(void) {
    struct handler handler;
    operation run;

    if (choices[symir_range(0, 2, "known")] == divide) {
        symir_bytes(&handler, sizeof handler, "handler");
        SYMIR_TEST(handle, &handler);
        return 0;
    }
    symir_bytes(&run, sizeof run, "run");
    symir_assume(run == add || run == divide || run == fails);
    SYMIR_TEST(apply, run, symir_int("a"));
    return 0;
}
