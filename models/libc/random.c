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

/* The family of drand48: 48 bits of a linear congruence. */

static uint64_t state48, factor = 0x5deece66d, addend = 0xb;

static uint64_t advance(uint64_t state) {
    return (state * factor + addend) & 0xffffffffffff;
}

static uint64_t get(const uint16_t *state) {
    return state[0] | (uint64_t)state[1] << 16 | (uint64_t)state[2] << 32;
}

static uint64_t advance_own(uint16_t *state) {
    uint64_t drawn = advance(get(state));

    for (int i = 0; i < 3; i++)
        state[i] = (uint16_t)(drawn >> 16 * i);
    return drawn;
}

/* The bits as the fraction of a double from 1 to 2, less 1. */
static double fraction(uint64_t drawn) {
    union {
        uint64_t bits;
        double value;
    } number = {.bits = 0x3ff0000000000000 | drawn << 4};

    return number.value - 1;
}

double drand48(void) {
    state48 = advance(state48);
    return fraction(state48);
}

double erand48(uint16_t state[3]) {
    return fraction(advance_own(state));
}

long lrand48(void) {
    state48 = advance(state48);
    return (long)(state48 >> 17);
}

long nrand48(uint16_t state[3]) {
    return (long)(advance_own(state) >> 17);
}

long mrand48(void) {
    state48 = advance(state48);
    return (int32_t)(uint32_t)(state48 >> 16);
}

long jrand48(uint16_t state[3]) {
    return (int32_t)(uint32_t)(advance_own(state) >> 16);
}

static void reset(void) {
    factor = 0x5deece66d;
    addend = 0xb;
}

void srand48(long value) {
    state48 = (uint64_t)(uint32_t)value << 16 | 0x330e;
    reset();
}

uint16_t *seed48(uint16_t state[3]) {
    static uint16_t old[3];

    for (int i = 0; i < 3; i++)
        old[i] = (uint16_t)(state48 >> 16 * i);
    state48 = get(state);
    reset();
    return old;
}

void lcong48(uint16_t parameters[7]) {
    state48 = get(parameters);
    factor = get(parameters + 3);
    addend = parameters[6];
}
