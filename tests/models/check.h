/*
 * How the models of the C library are compared with the library itself. The
 * models are linked under names that begin with model_; tests/models.rs builds
 * the program, and every difference is a line of its output.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declares the model of a function of the library. */
#define MODEL(function) extern __typeof__(function) model_##function

/* How often something is drawn, and every which row of a table is tried: all of it natively, less where each step is
 * interpreted. */
#ifndef ROUNDS
#define ROUNDS(n) (n)
#define STRIDE 1
#endif

/* The same numbers on every machine. */
extern uint64_t seed;
extern int failures;

static inline unsigned drawn(unsigned range) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % range;
}

/* Notes a difference, of which the first fifty are printed. */
#define CHECK(condition, ...) \
    do { \
        if (!(condition) && ++failures <= 50) { \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__); \
            putchar('\n'); \
        } \
    } while (0)

void check_strings(void);
void check_numbers(void);
void check_formats(void);
void check_floats(void);
void check_scans(void);
void check_files(void);
void check_calendar(void);
void check_more(void);
void check_others(void);
void check_patterns(void);
void check_system(void);
void check_mixed(void);
void check_complexes(void);
void check_complex(void);

#endif
