/*
 * Models of string.h: what compares and searches memory. memcpy, memmove and
 * memset are done by the machine itself.
 */
#include "machine.h"
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);

/* The difference of the first bytes that differ, as glibc gives it; C itself
 * promises only the sign. All bytes must be there, also those behind the first
 * that differ. */
int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;

    symir_compared(a, n);
    symir_compared(b, n);
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

/* Clang calls it for a memcmp of which only "equal or not" matters. */
int bcmp(const void *a, const void *b, size_t n) {
    return memcmp(a, b, n);
}

int __memcmpeq(const void *a, const void *b, size_t n) {
    return memcmp(a, b, n);
}

void *memchr(const void *memory, int byte, size_t n) {
    const unsigned char *at = memory;

    for (size_t i = 0; i < n; i++)
        if (at[i] == (unsigned char)byte)
            return (void *)(at + i);
    return NULL;
}

void *memrchr(const void *memory, int byte, size_t n) {
    const unsigned char *at = memory;

    while (n-- > 0)
        if (at[n] == (unsigned char)byte)
            return (void *)(at + n);
    return NULL;
}

void *rawmemchr(const void *memory, int byte) {
    const unsigned char *at = memory;

    while (*at != (unsigned char)byte)
        at++;
    return (void *)at;
}

void *memmem(const void *memory, size_t n, const void *wanted, size_t length) {
    const unsigned char *at = memory;

    if (length > n)
        return NULL;
    for (size_t i = 0; i <= n - length; i++)
        if (memcmp(at + i, wanted, length) == 0)
            return (void *)(at + i);
    return NULL;
}

void *mempcpy(void *to, const void *from, size_t n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

void *memccpy(void *to, const void *from, int last, size_t n) {
    unsigned char *out = to;
    const unsigned char *in = from;

    for (size_t i = 0; i < n; i++) {
        out[i] = in[i];
        if (in[i] == (unsigned char)last)
            return out + i + 1;
    }
    return NULL;
}

void bcopy(const void *from, void *to, size_t n) {
    memmove(to, from, n);
}

void bzero(void *to, size_t n) {
    memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n) {
    memset(to, 0, n);
}
