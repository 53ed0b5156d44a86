/* Polynomials in whole numbers. */
#ifndef SHIM_LINUX_POLYNOMIAL_H
#define SHIM_LINUX_POLYNOMIAL_H

struct polynomial_term {
    unsigned int deg;
    long coef, divider, divider_leftover;
};

struct polynomial {
    long total_divider;
    struct polynomial_term terms[];
};

long polynomial_calc(const struct polynomial *polynomial, long x);

#endif
