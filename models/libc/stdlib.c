/*
 * Models of stdlib.h and inttypes.h: absolute values and divisions, an empty
 * environment, and the functions registered for the end of the program.
 */
#include <stddef.h>
#include <stdint.h>

int abs(int value) {
    return value < 0 ? -value : value;
}

long labs(long value) {
    return value < 0 ? -value : value;
}

long long llabs(long long value) {
    return value < 0 ? -value : value;
}

intmax_t imaxabs(intmax_t value) {
    return value < 0 ? -value : value;
}

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

typedef struct {
    intmax_t quot, rem;
} imaxdiv_t;

div_t div(int a, int b) {
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b) {
    return (lldiv_t){a / b, a % b};
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
    return (imaxdiv_t){a / b, a % b};
}

char *getenv(const char *name) {
    (void)name;
    return NULL;
}

char *secure_getenv(const char *name) {
    (void)name;
    return NULL;
}

/* Nobody calls what is registered yet: the machine would have to, when the
 * program ends. */
enum { MOST_FUNCTIONS = 32 };

static void (*at_exit[MOST_FUNCTIONS])(void);
static size_t n_at_exit;

int atexit(void (*function)(void)) {
    if (n_at_exit == MOST_FUNCTIONS)
        return -1;
    at_exit[n_at_exit++] = function;
    return 0;
}
