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

/* What a format can hold. */
struct symir_traits {
    int precision; /* bits of the mantissa, with the first */
    int least; /* exponent of the first bit of the smallest normal number */
    int greatest; /* and of the largest */
    int least_decimal, greatest_decimal; /* beyond are zero and infinity */
};

extern const struct symir_traits symir_traits_of[3];

/* The number from its parts: `field` is the exponent as stored. */
struct symir_number symir_pack(enum symir_format format, bool is_negative, unsigned field,
                               uint64_t mantissa);

struct symir_number symir_infinite(enum symir_format format, bool is_negative);

/* Infinity, with errno set. */
struct symir_number symir_overflow(enum symir_format format, bool is_negative);

/* The number from 64 bits, of which the first is set and has the weight 2 to
 * the power of `exponent`, the next one, and whether more follow. Sets errno
 * where it is out of range. */
struct symir_number symir_rounded(enum symir_format format, bool is_negative, int exponent,
                                  uint64_t bits, bool half, bool rest);

/* Reads the longest number that `s` begins with; `end` is behind it, or `s`.
 * Sets errno where it is out of range. */
struct symir_number symir_read_number(const char *s, const char **end, enum symir_format format);

#endif
