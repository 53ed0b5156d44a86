/* The least common multiple. */
#ifndef SHIM_LINUX_LCM_H
#define SHIM_LINUX_LCM_H

unsigned long lcm(unsigned long a, unsigned long b);
unsigned long lcm_not_zero(unsigned long a, unsigned long b);

#endif
