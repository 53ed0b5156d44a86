/* What the compiler calls where a machine cannot divide or multiply 64 bits. */
#ifndef SHIM_LINUX_LIBGCC_H
#define SHIM_LINUX_LIBGCC_H

#include <linux/export.h>
#include <linux/types.h>

typedef int word_type;

typedef union {
    struct {
        int low, high;
    } s;
    long long ll;
} DWunion;

long long __ashldi3(long long value, word_type shift);
long long __ashrdi3(long long value, word_type shift);
long long __lshrdi3(long long value, word_type shift);
word_type __cmpdi2(long long a, long long b);
word_type __ucmpdi2(unsigned long long a, unsigned long long b);
long long __muldi3(long long a, long long b);

#endif
