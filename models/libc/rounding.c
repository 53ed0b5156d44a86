/*
 * Models of stdlib.h: floating-point numbers from their bits, rounded to the
 * nearest, half-way cases to even, in the formats of x86-64.
 */
#include "float.h"

const struct symir_traits symir_traits_of[3] = {
    {24, -126, 127, -50, 45},
    {53, -1022, 1023, -350, 320},
    {64, -16382, 16383, -5000, 4950},
};

struct symir_number symir_pack(enum symir_format format, bool is_negative, unsigned field,
                               uint64_t mantissa) {
    uint64_t sign = is_negative;

    switch (format) {
    case SINGLE:
        return (struct symir_number){sign << 31 | (uint64_t)field << 23 | (mantissa & 0x7fffff), 0};
    case DOUBLE_FORMAT:
        return (struct symir_number){sign << 63 | (uint64_t)field << 52 | (mantissa & ~(~0ull << 52)), 0};
    default:
        return (struct symir_number){mantissa, (uint16_t)(sign << 15 | field)};
    }
}

struct symir_number symir_infinite(enum symir_format format, bool is_negative) {
    const struct symir_traits *traits = &symir_traits_of[format];

    return symir_pack(format, is_negative, (unsigned)(2 * traits->greatest + 1), 1ull << 63);
}

struct symir_number symir_overflow(enum symir_format format, bool is_negative) {
    fail(OUT_OF_RANGE);
    return symir_infinite(format, is_negative);
}

/* Rounds 64 bits, of which the first is set and has the weight 2 to the power
 * of `exponent`; `rest` says that more follow. Some bits have to go. */
static struct symir_number make(enum symir_format format, bool is_negative, int exponent,
                                uint64_t bits, bool rest) {
    const struct symir_traits *traits = &symir_traits_of[format];
    int precision = traits->precision;
    bool is_small = exponent < traits->least;
    int dropped = 64 - precision + (is_small ? traits->least - exponent : 0);
    uint64_t mantissa, half, tail;

    if (dropped > 64) {
        mantissa = 0;
        half = 0;
        tail = 1;
    } else {
        mantissa = dropped == 64 ? 0 : bits >> dropped;
        half = bits >> (dropped - 1) & 1;
        tail = dropped <= 1 ? 0 : bits << (65 - dropped);
    }
    bool is_exact = half == 0 && tail == 0 && !rest;
    bool is_tiny = is_small;
    if (exponent == traits->least - 1 && precision < 64)
        /* Not so if rounding without a least exponent would lift it. */
        is_tiny = ~bits >> (63 - precision) != 0;
    mantissa += half & ((mantissa & 1) | (uint64_t)(tail != 0) | (uint64_t)rest);
    if (is_small) {
        if (is_tiny && !is_exact)
            fail(OUT_OF_RANGE);
        unsigned field = mantissa >> (precision - 1) != 0;
        return symir_pack(format, is_negative, field, mantissa);
    }
    if (mantissa >> precision != 0) {
        mantissa = 1ull << (precision - 1);
        exponent++;
    }
    if (exponent > traits->greatest)
        return symir_overflow(format, is_negative);
    return symir_pack(format, is_negative, (unsigned)(exponent + traits->greatest), mantissa);
}

/* A long double has room for all 64 bits, so half a bit is in `rest` only. */
static struct symir_number make_extended(bool is_negative, int exponent, uint64_t bits, bool half,
                                         bool rest) {
    if (exponent < symir_traits_of[EXTENDED].least)
        return make(EXTENDED, is_negative, exponent, bits, half || rest);
    if (half && (rest || (bits & 1) != 0)) {
        bits++;
        if (bits == 0) {
            bits = 1ull << 63;
            exponent++;
        }
    }
    if (exponent > symir_traits_of[EXTENDED].greatest)
        return symir_overflow(EXTENDED, is_negative);
    return symir_pack(EXTENDED, is_negative, (unsigned)(exponent + symir_traits_of[EXTENDED].greatest), bits);
}

struct symir_number symir_rounded(enum symir_format format, bool is_negative, int exponent,
                                   uint64_t bits, bool half, bool rest) {
    if (format == EXTENDED)
        return make_extended(is_negative, exponent, bits, half, rest);
    return make(format, is_negative, exponent, bits, half || rest);
}
