/* Complex numbers: exact where the library is, up to a few units in the last place where it rounds differently. */
#define _GNU_SOURCE
#include "check.h"
#include <complex.h>
#include <math.h>

#define FUNCTIONS(X) X(csqrt) X(cexp) X(clog) X(conj) X(cproj) X(csin) X(ccos) X(csinh) X(ccosh)

#define X(function) MODEL(function);
FUNCTIONS(X)
#undef X
MODEL(cabs);
MODEL(carg);
MODEL(creal);
MODEL(cimag);
MODEL(cabsf);
MODEL(csqrtf);

static bool are_near(double a, double b) {
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return a == b || fabs(a - b) <= 1e-13 * fmax(fabs(a), fabs(b)) || fmax(fabs(a), fabs(b)) < 1e-13;
}

static void compare(const char *name, double complex real, double complex model, double complex z) {
    double size = cabs(real);
    bool is_near = (are_near(creal(real), creal(model)) && are_near(cimag(real), cimag(model)))
        || cabs(real - model) <= 1e-13 * size;

    CHECK(is_near, "%s(%g, %g): (%.17g, %.17g), not (%.17g, %.17g)", name, creal(z), cimag(z), creal(model), cimag(model),
          creal(real), cimag(real));
}

void check_complexes(void) {
    static const double values[] = {0, -0.0, 1, -1, 0.5, 3, -4, 1e-8, 1e8, 2.5, -17.25, 0.1};
    static const double extremes[] = {INFINITY, -INFINITY, NAN, 1, -1, 0, -0.0};

    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
            double complex z = __builtin_complex(values[i], values[j]);
            bool is_large = fabs(values[i]) > 100 || fabs(values[j]) > 100;

            CHECK(cabs(z) == model_cabs(z) && carg(z) == model_carg(z), "cabs(%g, %g)", values[i], values[j]);
            CHECK(creal(z) == model_creal(z) && cimag(z) == model_cimag(z), "creal");
            CHECK(cabsf(z) == model_cabsf(z), "cabsf(%g, %g)", values[i], values[j]);
#define X(function) \
    if (!is_large) \
        compare(#function, function(z), model_##function(z), z);
            FUNCTIONS(X)
#undef X
            compare("csqrt", csqrt(z), model_csqrt(z), z);
        }
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++)
        for (size_t j = 0; j < sizeof extremes / sizeof *extremes; j++) {
            double complex z = __builtin_complex(extremes[i], extremes[j]), real = csqrt(z), model = model_csqrt(z);

            CHECK(are_near(fabs(creal(real)), fabs(creal(model))) && are_near(fabs(cimag(real)), fabs(cimag(model))),
                  "csqrt(%g, %g): (%g, %g), not (%g, %g)", extremes[i], extremes[j], creal(model), cimag(model), creal(real),
                  cimag(real));
            real = cproj(z), model = model_cproj(z);
            CHECK(are_near(creal(real), creal(model)) && are_near(cimag(real), cimag(model)), "cproj(%g, %g)", extremes[i],
                  extremes[j]);
        }
}
