/*
 * Models of stdlib.h: random numbers as glibc draws them, so that a program
 * gets the same ones here and natively. `rand` adds what it gave 3 and 31
 * draws ago, after a linear congruence has filled the first 31.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HISTORY = 31, LAG = 3, DROPPED = 310 };

static uint32_t history[HISTORY];
static size_t oldest;
static bool is_seeded;

static uint32_t draw(void) {
    history[oldest] += history[(oldest + HISTORY - LAG) % HISTORY];
    uint32_t drawn = history[oldest] >> 1;
    oldest = (oldest + 1) % HISTORY;
    return drawn;
}

static void seed(unsigned value) {
    int32_t word = value == 0 ? 1 : (int32_t)value;

    is_seeded = true;
    history[0] = (uint32_t)word;
    for (size_t i = 1; i < HISTORY; i++) {
        word = (int32_t)((int64_t)16807 * word % 2147483647);
        if (word < 0)
            word += 2147483647;
        history[i] = (uint32_t)word;
    }
    oldest = LAG;
    for (int i = 0; i < DROPPED; i++)
        draw();
}

static int next(void) {
    if (!is_seeded)
        seed(1);
    return (int)draw();
}

void srand(unsigned value) {
    seed(value);
}

void srandom(unsigned value) {
    seed(value);
}

int rand(void) {
    return next();
}

long random(void) {
    return next();
}

static unsigned step(unsigned *state, unsigned range) {
    *state = *state * 1103515245 + 12345;
    return *state / 65536 % range;
}

int rand_r(unsigned *state) {
    unsigned drawn = step(state, 2048);

    drawn = drawn << 10 ^ step(state, 1024);
    drawn = drawn << 10 ^ step(state, 1024);
    return (int)drawn;
}
