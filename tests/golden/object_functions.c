/* Pointers to functions and to void in an object. */
#include "symir.h"

struct handler {
    int (*check)(int);
    void (*none)(double);
    void *data;
    struct secret *secret;
};

int is_small(int n) {
    return n < 10;
}

int is_even(int n) {
    return n % 2 == 0;
}

void unlike(int n) {
    (void)n;
}

static int (*const checks[])(int) = {is_small, is_even};
static void (*const others[])(int) = {unlike};

static int handle(const struct handler *handler, int n) {
    if (handler->none || handler->secret)
        return -3;
    if (!handler->check)
        return -2;
    if (handler->data && *(char *)handler->data == 'q')
        return -1;
    return handler->check(n);
}

int main(void) {
    struct handler handler;

    for (unsigned i = 0; i < 2; i++)
        checks[i](1);
    others[0](1);
    symir_object(handler, "handler");
    SYMIR_TEST(handle, &handler, symir_int("n"));
}
