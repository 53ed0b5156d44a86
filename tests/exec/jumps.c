/* __builtin_setjmp and __builtin_longjmp, and quotients of complex numbers. */
#include <complex.h>
#include <stdio.h>

static void *buffer[5];

__attribute__((noinline)) static void leave(int depth) {
    if (depth == 0)
        __builtin_longjmp(buffer, 1);
    leave(depth - 1);
}

__attribute__((noinline)) static int enter(int depth) {
    volatile int way = depth;

    if (__builtin_setjmp(buffer) == 0) {
        way++;
        leave(depth);
    }
    return way + 100;
}

static void show(double _Complex z) {
    printf("%a %a\n", creal(z), cimag(z));
}

int main(int argc, char **argv) {
    volatile double _Complex a = 3.5 + argc * I, b = -0.25 + 7.0 * I, zero = 0;
    volatile float _Complex f = 1.5f - 2.5f * I, g = 3e30f + 1e30f * I;
    volatile long double _Complex l = 1.0L + 3.0L * I;

    (void)argv;
    printf("%d %d\n", enter(0), enter(3));
    show(a / b);
    show(a * b);
    show(b / a);
    show(a / zero);
    show(f / g);
    show(g / f);
    show((double _Complex)(l / (l * 3.0L)));
    return 0;
}
