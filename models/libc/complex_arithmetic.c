/*
 * Products and quotients of complex numbers, which compilers leave to their
 * run-time library (C11, annex G.5.1). Quotients are those of libgcc, to the
 * last bit: those of floats are computed as doubles; others are scaled where
 * the denominator could overflow or lose bits (Baudin and Smith, "A robust
 * complex division in Scilab", 2012).
 */
#include <float.h>
#include <stdbool.h>

#define ABSOLUTE(x) ((x) < 0 ? -(x) : (x))

#define DEFINE_HELPERS(T, NAME)                                                                        \
    static inline T NAME##_signed(T size, T sign) {                                                    \
        return __builtin_signbit(sign) ? -size : size;                                                 \
    }                                                                                                  \
    /* One, with a sign, for an infinity, zero for anything else. */                                   \
    static inline T NAME##_box(T x) {                                                                  \
        return NAME##_signed(__builtin_isinf(x) ? (T)1 : (T)0, x);                                     \
    }                                                                                                  \
    static inline T NAME##_zero_for_nan(T x) {                                                         \
        return __builtin_isnan(x) ? NAME##_signed(0, x) : x;                                           \
    }

DEFINE_HELPERS(float, f)
DEFINE_HELPERS(double, d)
DEFINE_HELPERS(long double, x)

#define MAKE(T, re, im)                                                                                \
    ({                                                                                                 \
        T _Complex z_;                                                                                 \
        __real__ z_ = (re);                                                                            \
        __imag__ z_ = (im);                                                                            \
        z_;                                                                                            \
    })

#define PRODUCT(T, NAME, FUNCTION)                                                                     \
    T _Complex FUNCTION(T a, T b, T c, T d) {                                                          \
        T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                              \
        T re = ac - bd, im = ad + bc;                                                                  \
        if (__builtin_isnan(re) && __builtin_isnan(im)) {                                              \
            bool again = false;                                                                        \
            if (__builtin_isinf(a) || __builtin_isinf(b)) {                                            \
                a = NAME##_box(a), b = NAME##_box(b);                                                  \
                c = NAME##_zero_for_nan(c), d = NAME##_zero_for_nan(d);                                \
                again = true;                                                                          \
            }                                                                                          \
            if (__builtin_isinf(c) || __builtin_isinf(d)) {                                            \
                c = NAME##_box(c), d = NAME##_box(d);                                                  \
                a = NAME##_zero_for_nan(a), b = NAME##_zero_for_nan(b);                                \
                again = true;                                                                          \
            }                                                                                          \
            if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) ||        \
                           __builtin_isinf(bc))) {                                                     \
                a = NAME##_zero_for_nan(a), b = NAME##_zero_for_nan(b);                                \
                c = NAME##_zero_for_nan(c), d = NAME##_zero_for_nan(d);                                \
                again = true;                                                                          \
            }                                                                                          \
            if (again) {                                                                               \
                re = (T)__builtin_inf() * (a * c - b * d);                                             \
                im = (T)__builtin_inf() * (a * d + b * c);                                             \
            }                                                                                          \
        }                                                                                              \
        return MAKE(T, re, im);                                                                        \
    }

PRODUCT(float, f, __mulsc3)
PRODUCT(double, d, __muldc3)
PRODUCT(long double, x, __mulxc3)

/* What becomes of a quotient whose parts both are no numbers. */
#define RECOVER(T, NAME)                                                                               \
    if (__builtin_isnan(re) && __builtin_isnan(im)) {                                                  \
        bool is_finite = __builtin_isfinite(c) && __builtin_isfinite(d);                               \
        if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {                        \
            re = NAME##_signed((T)__builtin_inf(), c) * a;                                             \
            im = NAME##_signed((T)__builtin_inf(), c) * b;                                             \
        } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && is_finite) {                          \
            a = NAME##_box(a), b = NAME##_box(b);                                                      \
            re = (T)__builtin_inf() * (a * c + b * d);                                                 \
            im = (T)__builtin_inf() * (b * c - a * d);                                                 \
        } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) &&              \
                   __builtin_isfinite(b)) {                                                            \
            c = NAME##_box(c), d = NAME##_box(d);                                                      \
            re = 0 * (a * c + b * d);                                                                  \
            im = 0 * (b * c - a * d);                                                                  \
        }                                                                                              \
    }

float _Complex __divsc3(float a, float b, float c, float d) {
    double wide_a = a, wide_b = b, wide_c = c, wide_d = d;
    double size = wide_c * wide_c + wide_d * wide_d;
    float re = (float)((wide_a * wide_c + wide_b * wide_d) / size);
    float im = (float)((wide_b * wide_c - wide_a * wide_d) / size);

    RECOVER(float, f)
    return MAKE(float, re, im);
}

#define QUOTIENT(T, NAME, FUNCTION, MAX, MIN, EPSILON)                                                 \
    T _Complex FUNCTION(T a, T b, T c, T d) {                                                          \
        const T large = (MAX) / 2, fine = large * (EPSILON), up = 1 / (EPSILON);                       \
        T re, im;                                                                                      \
        bool swap = ABSOLUTE(c) < ABSOLUTE(d);                                                         \
        T size = swap ? ABSOLUTE(d) : ABSOLUTE(c);                                                     \
        if (size >= large)                                                                             \
            a /= 2, b /= 2, c /= 2, d /= 2;                                                            \
        size = swap ? ABSOLUTE(d) : ABSOLUTE(c);                                                       \
        if (size < (EPSILON) ||                                                                        \
            (ABSOLUTE(a) < (MIN) && ABSOLUTE(b) < fine && size < fine) ||                              \
            (ABSOLUTE(b) < (MIN) && ABSOLUTE(a) < fine && size < fine))                                \
            a *= up, b *= up, c *= up, d *= up;                                                        \
        T large_part = swap ? d : c, small_part = swap ? c : d;                                        \
        T ratio = small_part / large_part;                                                             \
        T denominator = small_part * ratio + large_part;                                               \
        if (swap) {                                                                                    \
            if (ABSOLUTE(ratio) > (MIN)) {                                                             \
                re = (a * ratio + b) / denominator;                                                    \
                im = (b * ratio - a) / denominator;                                                    \
            } else {                                                                                   \
                re = (c * (a / d) + b) / denominator;                                                  \
                im = (c * (b / d) - a) / denominator;                                                  \
            }                                                                                          \
        } else if (ABSOLUTE(ratio) > (MIN)) {                                                          \
            re = (b * ratio + a) / denominator;                                                        \
            im = (b - a * ratio) / denominator;                                                        \
        } else {                                                                                       \
            re = (a + d * (b / c)) / denominator;                                                      \
            im = (b - d * (a / c)) / denominator;                                                      \
        }                                                                                              \
        RECOVER(T, NAME)                                                                               \
        return MAKE(T, re, im);                                                                        \
    }

QUOTIENT(double, d, __divdc3, DBL_MAX, DBL_MIN, DBL_EPSILON)
QUOTIENT(long double, x, __divxc3, LDBL_MAX, LDBL_MIN, LDBL_EPSILON)
