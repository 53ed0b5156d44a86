#ifndef LIMITS_OF_H
#define LIMITS_OF_H

#define LARGE 10

/* A function that stands in a header alone. */
static inline int is_large(int value) {
    return value > LARGE;
}

#endif
