/* Products and quotients of complex numbers, to the last bit but for which NaN
 * it is. */
#include "check.h"
#include <float.h>
#include <math.h>

#define OPERATIONS(T, F)                                                                               \
    T _Complex __mul##F##3(T, T, T, T);                                                                \
    T _Complex __div##F##3(T, T, T, T);                                                                \
    T _Complex model___mul##F##3(T, T, T, T);                                                          \
    T _Complex model___div##F##3(T, T, T, T);                                                          \
    static bool same_##F(T a, T b) {                                                                   \
        return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));                       \
    }                                                                                                  \
    static void compare_##F(T a, T b, T c, T d) {                                                      \
        T _Complex real[2] = {__mul##F##3(a, b, c, d), __div##F##3(a, b, c, d)};                       \
        T _Complex model[2] = {model___mul##F##3(a, b, c, d), model___div##F##3(a, b, c, d)};          \
        for (int i = 0; i < 2; i++)                                                                    \
            CHECK(same_##F(__real__ real[i], __real__ model[i]) &&                                     \
                      same_##F(__imag__ real[i], __imag__ model[i]),                                   \
                  "%s of (%La, %La) and (%La, %La): (%La, %La), not (%La, %La)",                       \
                  i ? "quotient" : "product", (long double)a, (long double)b, (long double)c,          \
                  (long double)d, (long double)__real__ model[i], (long double)__imag__ model[i],      \
                  (long double)__real__ real[i], (long double)__imag__ real[i]);                       \
    }

OPERATIONS(float, sc)
OPERATIONS(double, dc)
OPERATIONS(long double, xc)

static const long double edges[] = {0,       -0.0,    1,       -3,       INFINITY, -INFINITY,    NAN,
                                    DBL_MAX, DBL_MIN, FLT_MAX, FLT_MIN, 1e-310,   DBL_EPSILON, 0x1p-1060,
                                    1e300,   1e-300,  1e35,    -1e-38,  0.1,      -7e8};

enum { N = sizeof edges / sizeof *edges };

static double drawn_double(void) {
    int exponents[] = {4, 60, 1000, 2040};
    int exponent = exponents[drawn(4)];

    return ldexp((double)(int)drawn(1u << 31) - (1 << 30), (int)drawn((unsigned)exponent) - exponent / 2 - 30);
}

void check_complex(void) {
    for (int i = 0; i < N * N * N * N; i++) {
        long double a = edges[i % N], b = edges[i / N % N], c = edges[i / N / N % N], d = edges[i / N / N / N];

        compare_sc((float)a, (float)b, (float)c, (float)d);
        compare_dc((double)a, (double)b, (double)c, (double)d);
        compare_xc(a, b, c, d);
    }
    for (int i = 0; i < ROUNDS(50000); i++) {
        double a = drawn_double(), b = drawn_double(), c = drawn_double(), d = drawn_double();

        compare_sc((float)a, (float)b, (float)c, (float)d);
        compare_dc(a, b, c, d);
        compare_xc((long double)a * (1 + 0x1p-60L), b, (long double)c * 3, d);
    }
}
