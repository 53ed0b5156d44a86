/*
 * Models of complex.h: what can be said by the functions of real numbers. The
 * results are glibc's up to a rounding; a complex number is passed as the
 * System V calling convention has it, by the compiler.
 */

double hypot(double x, double y);
double atan2(double y, double x);
double sqrt(double x);
double exp(double x);
double log(double x);
double sin(double x);
double cos(double x);
double sinh(double x);
double cosh(double x);
double copysign(double x, double sign);
double fabs(double x);
float hypotf(float x, float y);
float atan2f(float y, float x);

union parts {
    double _Complex whole;
    double part[2];
};

union float_parts {
    float _Complex whole;
    float part[2];
};

static double _Complex make(double real, double imaginary) {
    union parts parts = {.part = {real, imaginary}};

    return parts.whole;
}

static double real(double _Complex z) {
    union parts parts = {z};

    return parts.part[0];
}

static double imaginary(double _Complex z) {
    union parts parts = {z};

    return parts.part[1];
}

double creal(double _Complex z) {
    return real(z);
}

double cimag(double _Complex z) {
    return imaginary(z);
}

double cabs(double _Complex z) {
    return hypot(real(z), imaginary(z));
}

double carg(double _Complex z) {
    return atan2(imaginary(z), real(z));
}

double _Complex conj(double _Complex z) {
    return make(real(z), -imaginary(z));
}

double _Complex cproj(double _Complex z) {
    double x = fabs(real(z)), y = fabs(imaginary(z));

    if (x == __builtin_inf() || y == __builtin_inf())
        return make(__builtin_inf(), copysign(0, imaginary(z)));
    return z;
}

/* The half with the larger magnitude is computed, the other follows from it. */
double _Complex csqrt(double _Complex z) {
    double x = real(z), y = imaginary(z);

    if (fabs(y) == __builtin_inf())
        return make(__builtin_inf(), y);
    if (x != x)
        return make(x, y != y ? y : x);
    if (x == __builtin_inf())
        return make(x, y != y ? y : copysign(0, y));
    if (x == -__builtin_inf())
        return make(y != y ? y : 0, y != y ? -x : copysign(-x, y));
    if (y != y)
        return make(y, y);
    if (x == 0 && y == 0)
        return make(0, y);
    if (y == 0)
        return x < 0 ? make(0, copysign(sqrt(-x), y)) : make(sqrt(x), copysign(0, y));
    if (x == 0) {
        double root = sqrt(0.5 * fabs(y));

        return make(root, copysign(root, y));
    }
    double length = hypot(x, y);
    if (x > 0) {
        double root = sqrt(0.5 * (length + x));

        return make(root, 0.5 * (y / root));
    }
    double root = sqrt(0.5 * (length - x));
    return make(fabs(0.5 * (y / root)), copysign(root, y));
}

double _Complex cexp(double _Complex z) {
    double length = exp(real(z)), angle = imaginary(z);

    return angle == 0 ? make(length, angle) : make(length * cos(angle), length * sin(angle));
}

double _Complex clog(double _Complex z) {
    return make(log(cabs(z)), carg(z));
}

double _Complex csin(double _Complex z) {
    return make(sin(real(z)) * cosh(imaginary(z)), cos(real(z)) * sinh(imaginary(z)));
}

double _Complex ccos(double _Complex z) {
    return make(cos(real(z)) * cosh(imaginary(z)), -(sin(real(z)) * sinh(imaginary(z))));
}

double _Complex csinh(double _Complex z) {
    return make(sinh(real(z)) * cos(imaginary(z)), cosh(real(z)) * sin(imaginary(z)));
}

double _Complex ccosh(double _Complex z) {
    return make(cosh(real(z)) * cos(imaginary(z)), sinh(real(z)) * sin(imaginary(z)));
}

double _Complex cpow(double _Complex z, double _Complex exponent) {
    double _Complex logarithm = clog(z);
    double a = real(exponent), b = imaginary(exponent), x = real(logarithm), y = imaginary(logarithm);

    return cexp(make(a * x - b * y, a * y + b * x));
}

float crealf(float _Complex z) {
    union float_parts parts = {z};

    return parts.part[0];
}

float cimagf(float _Complex z) {
    union float_parts parts = {z};

    return parts.part[1];
}

float cabsf(float _Complex z) {
    return hypotf(crealf(z), cimagf(z));
}

float cargf(float _Complex z) {
    return atan2f(cimagf(z), crealf(z));
}

float _Complex conjf(float _Complex z) {
    union float_parts parts = {z};

    parts.part[1] = -parts.part[1];
    return parts.whole;
}

static float _Complex narrow(double _Complex z) {
    union float_parts parts = {.part = {(float)real(z), (float)imaginary(z)}};

    return parts.whole;
}

static double _Complex widen(float _Complex z) {
    return make(crealf(z), cimagf(z));
}

float _Complex csqrtf(float _Complex z) {
    return narrow(csqrt(widen(z)));
}

float _Complex cexpf(float _Complex z) {
    return narrow(cexp(widen(z)));
}

float _Complex clogf(float _Complex z) {
    return narrow(clog(widen(z)));
}
