/* What the functions of math.h make of errno, and allocations that cannot be. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const double values[] = {
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.5, 3.0, 30.0, -30.0, 100.0, -120.0, 710.0, -746.0, 5e4, -5e4,
    1e-308, -1e-310, 5e-324, 1e-45, 1e-40, 1e308, -1e308, 3e38, 1.7976931348623157e308, INFINITY, -INFINITY, NAN,
};

enum { N = sizeof values / sizeof *values };

static const double fewer[] = {
    0.0, 1.0, -1.0, -2.5, 710.0, -5e4, 1e-45, 5e-324, 1e308, -3e38, INFINITY, NAN,
};

enum { FEWER = sizeof fewer / sizeof *fewer };

/* Whether the result is a number, and what became of errno. */
static void say(const char *name, double x, double y, double result, int error) {
    printf("%s(%a, %a) %s %d\n", name, x, y, isnan(result) ? "nan" : isinf(result) ? "inf" : result == 0 ? "0" : "x",
           error);
}

#define ONE(function) \
    for (int i = 0; i < N; i++) { \
        volatile double x = values[i], result; \
        errno = 0; \
        result = function(x); \
        say(#function, x, 0, result, errno); \
    }

#define TWO(function) \
    for (int i = 0; i < FEWER; i++) \
        for (int j = 0; j < FEWER; j++) { \
            volatile double x = fewer[i], y = fewer[j], result; \
            errno = 0; \
            result = function(x, y); \
            say(#function, x, y, result, errno); \
        }

#define NUMBER(function) \
    for (int i = 0; i < FEWER; i++) \
        for (int n = -2200; n <= 2200; n += 1100) { \
            volatile double x = fewer[i], result; \
            errno = 0; \
            result = function(x, n); \
            say(#function, x, n, result, errno); \
        }

#define BOTH(kind, function) \
    kind(function) \
    kind(function##f)

int main(void) {
    BOTH(ONE, sqrt)
    BOTH(ONE, sin)
    BOTH(ONE, cos)
    BOTH(ONE, tan)
    BOTH(ONE, asin)
    BOTH(ONE, acos)
    BOTH(ONE, atan)
    BOTH(ONE, sinh)
    BOTH(ONE, cosh)
    BOTH(ONE, tanh)
    BOTH(ONE, asinh)
    BOTH(ONE, acosh)
    BOTH(ONE, atanh)
    BOTH(ONE, exp)
    BOTH(ONE, exp2)
    BOTH(ONE, expm1)
    BOTH(ONE, log)
    BOTH(ONE, log2)
    BOTH(ONE, log10)
    BOTH(ONE, log1p)
    BOTH(ONE, cbrt)
    BOTH(ONE, erf)
    BOTH(ONE, erfc)
    BOTH(ONE, tgamma)
    BOTH(ONE, lgamma)
    BOTH(ONE, j0)
    BOTH(ONE, y0)
    BOTH(ONE, y1)
    BOTH(ONE, ilogb)
    BOTH(ONE, logb)
    BOTH(ONE, floor)
    BOTH(ONE, rint)
    BOTH(ONE, lrint)
    BOTH(ONE, llround)
    BOTH(TWO, pow)
    BOTH(TWO, atan2)
    BOTH(TWO, hypot)
    BOTH(TWO, fmod)
    BOTH(TWO, remainder)
    BOTH(TWO, fdim)
    BOTH(TWO, fmin)
    BOTH(TWO, nextafter)
    BOTH(NUMBER, ldexp)
    BOTH(NUMBER, scalbn)
    BOTH(NUMBER, scalbln)

    volatile size_t too_much = SIZE_MAX / 2;
    void *old = malloc(16), *place = old;
    errno = 0;
    printf("malloc %d", malloc(too_much) == NULL);
    printf(" %d\n", errno);
    errno = 0;
    printf("calloc %d", calloc(too_much, 3) == NULL);
    printf(" %d\n", errno);
    errno = 0;
    printf("realloc %d", realloc(old, too_much) == NULL);
    printf(" %d\n", errno);
    errno = 0;
    printf("aligned_alloc %d", aligned_alloc(64, too_much & ~63ul) == NULL);
    printf(" %d\n", errno);
    errno = 0;
    printf("posix_memalign %d", posix_memalign(&place, 64, too_much));
    printf(" %d %d\n", posix_memalign(&place, 3, 16), place == old);
    printf("%d\n", errno);
    free(old);
    return 0;
}
