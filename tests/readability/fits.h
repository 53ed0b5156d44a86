/*
 * Stands for symir.h in a driver that fits.c runs many times: inputs come from fits.c, and an assumption that is false
 * ends the run.
 */
#define SYMIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define main fits_driver

void fits_input(void *ptr, size_t size);
_Noreturn void fits_give_up(void);

#define symir_bytes(ptr, size, name) fits_input(ptr, size)
#define symir_string(ptr, size, name) fits_input(ptr, size)
#define symir_assume(condition) ((condition) ? (void)0 : fits_give_up())

/* Volatile, so that the call stays a call. */
#define SYMIR_TEST(function, ...) \
    do { \
        __typeof__(&(function)) volatile callee = &(function); \
        callee(__VA_ARGS__); \
    } while (0)
