/* Division with rounding, and absolute values. */
#ifndef SHIM_LINUX_MATH_H
#define SHIM_LINUX_MATH_H

/* Divides n in place and gives the rest. */
#define do_div(n, base) \
    ({ \
        unsigned int shim_base = (base); \
        unsigned int shim_rest = (unsigned int)((n) % shim_base); \
        (n) /= shim_base; \
        shim_rest; \
    })
#define DIV_ROUND_UP(a, b) (((a) + (b) - 1) / (b))
#define DIV_ROUND_CLOSEST(a, b) (((a) + (b) / 2) / (b))
#define round_up(a, b) (((a) + (b) - 1) / (b) * (b))
#define round_down(a, b) ((a) / (b) * (b))
#define roundup(a, b) round_up(a, b)
#define rounddown(a, b) round_down(a, b)
#define mult_frac(x, numerator, denominator) \
    ({ \
        __auto_type shim_whole = (x) / (denominator); \
        __auto_type shim_part = (x) % (denominator); \
        shim_whole * (numerator) + shim_part * (numerator) / (denominator); \
    })
#define abs(x) ({ __auto_type shim_x = (x); shim_x < 0 ? -shim_x : shim_x; })

unsigned long int_sqrt(unsigned long x);
unsigned long long int_pow(unsigned long long base, unsigned int exponent);

#endif
