/*
 * What the models that read floating-point numbers share.
 */
#ifndef FLOAT_H
#define FLOAT_H

#include "machine.h"

/* The formats of C's types on x86-64. */
enum symir_format { SINGLE, DOUBLE_FORMAT, EXTENDED };

/* A number as read: its bits in the format, those of a long double in two
 * parts. */
struct symir_number {
    uint64_t bits; /* or the mantissa */
    uint16_t exponent; /* of a long double, with the sign */
};

/* Reads the longest number that `s` begins with; `end` is behind it, or `s`.
 * Sets errno where it is out of range. */
struct symir_number symir_read_number(const char *s, const char **end, enum symir_format format);

#endif
