/* The greatest common divisor. */
#ifndef SHIM_LINUX_GCD_H
#define SHIM_LINUX_GCD_H

unsigned long gcd(unsigned long a, unsigned long b) __attribute__((const));

#endif
