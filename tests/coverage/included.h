/* What included.c includes: a function, and a macro with a branch. */
#ifndef INCLUDED_H
#define INCLUDED_H

#define CLAMP(n, most) ((n) > (most) ? (most) : (n))

static inline int digits(unsigned n) {
    int count = 1;
    while (n >= 10) {
        n /= 10;
        count++;
    }
    return count;
}

#endif
