/* Numbers from text. */
#ifndef SHIM_LINUX_KSTRTOX_H
#define SHIM_LINUX_KSTRTOX_H

#include <linux/types.h>

int _kstrtoul(const char *text, unsigned int base, unsigned long *result);
int _kstrtol(const char *text, unsigned int base, long *result);
int kstrtoull(const char *text, unsigned int base, unsigned long long *result);
int kstrtoll(const char *text, unsigned int base, long long *result);
int kstrtouint(const char *text, unsigned int base, unsigned int *result);
int kstrtoint(const char *text, unsigned int base, int *result);
int kstrtou16(const char *text, unsigned int base, u16 *result);
int kstrtos16(const char *text, unsigned int base, s16 *result);
int kstrtou8(const char *text, unsigned int base, u8 *result);
int kstrtos8(const char *text, unsigned int base, s8 *result);
int kstrtobool(const char *text, bool *result);

/* long and long long are the same on x86-64, and the kernel takes one for the other. */
static inline int kstrtoul(const char *text, unsigned int base, unsigned long *result) {
    return kstrtoull(text, base, (unsigned long long *)result);
}

static inline int kstrtol(const char *text, unsigned int base, long *result) {
    return kstrtoll(text, base, (long long *)result);
}

unsigned long long simple_strtoull(const char *text, char **end, unsigned int base);
unsigned long simple_strtoul(const char *text, char **end, unsigned int base);
long simple_strtol(const char *text, char **end, unsigned int base);
long long simple_strtoll(const char *text, char **end, unsigned int base);

#endif
