/* The smaller and the larger of two; each argument is evaluated once. */
#ifndef SHIM_LINUX_MINMAX_H
#define SHIM_LINUX_MINMAX_H

#define SHIM_CHOOSE(a, relation, b) \
    ({ \
        __auto_type shim_a = (a); \
        __auto_type shim_b = (b); \
        shim_a relation shim_b ? shim_a : shim_b; \
    })
/* For constants. */
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

#define min(a, b) SHIM_CHOOSE(a, <, b)
#define max(a, b) SHIM_CHOOSE(a, >, b)
#define min_t(type, a, b) SHIM_CHOOSE((type)(a), <, (type)(b))
#define max_t(type, a, b) SHIM_CHOOSE((type)(a), >, (type)(b))
#define min3(a, b, c) min(min(a, b), c)
#define max3(a, b, c) max(max(a, b), c)
#define clamp(value, low, high) min(max(value, low), high)
#define clamp_t(type, value, low, high) min_t(type, max_t(type, value, low), high)
#define swap(a, b) \
    do { \
        __typeof__(a) shim_old = (a); \
        (a) = (b); \
        (b) = shim_old; \
    } while (0)

#endif
