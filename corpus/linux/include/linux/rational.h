/* The fraction that is nearest to a number. */
#ifndef SHIM_LINUX_RATIONAL_H
#define SHIM_LINUX_RATIONAL_H

void rational_best_approximation(unsigned long numerator, unsigned long denominator, unsigned long max_numerator,
                                 unsigned long max_denominator, unsigned long *best_numerator,
                                 unsigned long *best_denominator);

#endif
